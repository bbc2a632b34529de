package discord

import (
	"slices"
	"sync"
	"time"
)

// grant holds the rights of an interaction's token: to send, change and remove
// messages for fifteen minutes, wherever the interaction came from.
type grant struct {
	application, token string
	original           string // the message that the path @original means; empty if unknown
	until              time.Time
	answered           time.Time  // when the first answer went out as an HTTP response; zero otherwise
	member             bool       // the bot is a member there, so that there is another way
	followUps          *followUps // nil where there is no limit
	number             uint64     // of all that were put, the how manieth it is
}

// path is where a message is to be changed.
func (g grant) path(message string) string {
	if message == g.original {
		message = "@original"
	}
	return path("webhooks", g.application, g.token, "messages", message)
}

// followUps counts down the follow-ups that a token may still send.
type followUps struct {
	mu   sync.Mutex
	left int
}

// take reports whether another follow-up may be sent, and counts it.
func (f *followUps) take() bool {
	if f == nil {
		return true
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.left--
	return f.left >= 0
}

// maxGrants bounds the memory of the grants; when there are more, the oldest are
// forgotten.
const maxGrants = 20_000

// grants remembers by which token a message can be changed, and by which one a
// channel can be written to. It may be used concurrently.
type grants struct {
	mu    sync.Mutex
	byKey map[string]grant
	order []grantKey // oldest first; a key may be there again
	puts  uint64
}

type grantKey struct {
	key    string
	until  time.Time
	number uint64
}

func newGrants() *grants { return &grants{byKey: make(map[string]grant)} }

// put remembers the grant for a message or a channel, in place of an older one.
func (g *grants) put(id string, given grant) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.puts++
	given.number = g.puts
	g.byKey[id] = given
	g.order = append(g.order, grantKey{id, given.until, given.number})
	for len(g.order) > 0 && (len(g.byKey) > maxGrants || !g.order[0].until.After(time.Now()) || g.stale(g.order[0])) {
		if !g.stale(g.order[0]) {
			delete(g.byKey, g.order[0].key)
		}
		g.order = g.order[1:]
	}
	if len(g.order) > 2*maxGrants {
		g.order = slices.DeleteFunc(g.order, g.stale)
	}
}

// stale reports whether a key was put again since, or dropped.
func (g *grants) stale(k grantKey) bool { return g.byKey[k.key].number != k.number }

// get finds a grant that still lives.
func (g *grants) get(id string) (grant, bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	given, ok := g.byKey[id]
	if !ok || !given.until.After(time.Now()) {
		return grant{}, false
	}
	return given, true
}

// drop forgets a grant that has turned out to be dead.
func (g *grants) drop(id string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.byKey, id)
}
