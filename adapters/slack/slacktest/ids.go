package slacktest

import (
	"crypto/sha256"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// id returns an ID such as C0K9V2M5F. IDs depend only on their order, so that a test always
// produces the same bytes. The caller holds the lock.
func (s *Server) id(prefix string) string {
	s.ids++
	const eightDigits = 36 * 36 * 36 * 36 * 36 * 36 * 36
	return prefix + "0" + strings.ToUpper(strconv.FormatUint(eightDigits+s.ids*1_000_003, 36))
}

// secret returns a text that looks random. The caller holds the lock.
func (s *Server) secret() string {
	s.ids++
	return fmt.Sprintf("%x", sha256.Sum256([]byte(strconv.FormatUint(s.ids, 10))))[:24]
}

// uuid returns the ID of an envelope. The caller holds the lock.
func (s *Server) uuid() string {
	s.ids++
	sum := sha256.Sum256([]byte("envelope " + strconv.FormatUint(s.ids, 10)))
	return fmt.Sprintf("%x-%x-%x-%x-%x", sum[:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
}

// stamp returns a timestamp that identifies a message. Later ones are greater. The caller holds the
// lock.
func (s *Server) stamp() string {
	const newYear2026 = 1767225600
	s.stamps++
	return fmt.Sprintf("%d.%06d", newYear2026+s.stamps, s.stamps%1_000_000)
}

// maxTriggers limits the number of remembered triggers.
const maxTriggers = 10_000

// trigger is a user's act that allows the app to open a view.
type trigger struct {
	who  *person
	made time.Time
}

// trigger returns a trigger ID for a user's act. The caller holds the lock.
func (s *Server) trigger(by *person) string {
	id := fmt.Sprintf("%d.%d.%s", 1767225600000+s.stamps, 2_000_000_000+s.ids, s.secret())
	if len(s.triggers) >= maxTriggers {
		clear(s.triggers)
	}
	s.triggers[id] = trigger{by, s.Now()}
	return id
}
