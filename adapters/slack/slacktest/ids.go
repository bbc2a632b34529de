package slacktest

import (
	"crypto/sha256"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// id returns an ID such as C0K9V2M5F. It depends only on the number of earlier IDs, so that a test
// always produces the same bytes. The caller holds the lock.
func (s *Server) id(prefix string) string {
	s.ids++
	const eightDigits = 36 * 36 * 36 * 36 * 36 * 36 * 36
	return prefix + "0" + strings.ToUpper(strconv.FormatUint(eightDigits+s.ids*1_000_003, 36))
}

// secret returns a text like a token. The caller holds the lock.
func (s *Server) secret() string {
	s.ids++
	return fmt.Sprintf("%x", sha256.Sum256([]byte(strconv.FormatUint(s.ids, 10))))[:24]
}

// uuid returns a UUID. The caller holds the lock.
func (s *Server) uuid() string {
	s.ids++
	sum := sha256.Sum256([]byte("envelope " + strconv.FormatUint(s.ids, 10)))
	return fmt.Sprintf("%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
}

// stamp returns the timestamp of the next message. The caller holds the lock.
func (s *Server) stamp() string {
	const newYear2026 = 1767225600
	s.stamps++
	return fmt.Sprintf("%d.%06d", newYear2026+s.stamps, s.stamps%1_000_000)
}

// trigger is an action of a user that lets the app open a view.
type trigger struct {
	who  *person
	made time.Time
}

// trigger returns the ID of a trigger. The caller holds the lock.
func (s *Server) trigger(by *person) string {
	id := fmt.Sprintf("%d.%d.%s", 1767225600000+s.stamps, 2_000_000_000+s.ids, s.secret())
	if len(s.triggers) >= 10_000 {
		clear(s.triggers)
	}
	s.triggers[id] = trigger{by, s.Now()}
	return id
}
