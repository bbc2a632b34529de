package discord

import (
	"sync/atomic"
	"time"

	"othellobot/internal/recent"
)

// grant is the right to send, change and remove messages in a place with an interaction's token.
type grant struct {
	application, token string
	original           string // id of the message at the path @original; empty if unknown
	until              time.Time
	replied            time.Time     // when the first answer was sent as an HTTP response; zero otherwise
	member             bool          // the bot is a member there and does not depend on the token
	left               *atomic.Int32 // follow-ups left; nil if unlimited
}

// takeFollowUp counts a follow-up, and reports whether the token allows it.
func (g grant) takeFollowUp() bool { return g.left == nil || g.left.Add(-1) >= 0 }

// grants remembers which token can change a message, and which can write to a channel.
type grants struct {
	recent.Map[string, grant]
}

// get returns the grant of a message or channel if it is still valid.
func (g *grants) get(id string) (grant, bool) {
	given, ok := g.Get(id)
	return given, ok && given.until.After(time.Now())
}

// forget deletes the grant of a message or channel, unless a newer one has replaced it.
func (g *grants) forget(given grant, id string) {
	g.Change(id, func(is grant, known bool) (grant, bool) { return is, known && is.token != given.token })
}
