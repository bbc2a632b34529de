package discord

import (
	"sync/atomic"
	"time"

	"othellobot/internal/recent"
)

// grant holds the rights of an interaction's token: to send, change and remove
// messages for fifteen minutes, wherever the interaction came from.
type grant struct {
	application, token string
	original           string // the message that the path @original means; empty if unknown
	until              time.Time
	replied            time.Time     // when the first answer went out as an HTTP response; zero otherwise
	member             bool          // the bot is a member there, so that there is another way
	left               *atomic.Int32 // how many follow-ups it may still send; nil where there is no limit
}

// followsUp reports whether the token may send another follow-up, and counts it.
func (g grant) followsUp() bool { return g.left == nil || g.left.Add(-1) >= 0 }

// grants remembers by which token a message can be changed, and by which one a
// channel can be written to.
type grants struct {
	recent.Map[string, grant]
}

// get finds a grant that still lives.
func (g *grants) get(id string) (grant, bool) {
	given, ok := g.Get(id)
	return given, ok && given.until.After(time.Now())
}

// forget forgets what a grant of this token is for, unless there is another one for it now.
func (g *grants) forget(given grant, id string) {
	g.Change(id, func(is grant, known bool) (grant, bool) { return is, known && is.token != given.token })
}
