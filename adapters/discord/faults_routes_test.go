package discord_test

import (
	"net/http"
	"path"
	"slices"
	"sync"

	"othellobot/adapters/discord/discordtest"
)

// The requests that a bot sends while people play, each a method and a path.
const (
	theCallback   = "POST /interactions/*/*/callback"
	theFollowUp   = "POST /webhooks/*/*"
	theAnswer     = "GET /webhooks/*/*/messages/@original"
	editByToken   = "PATCH /webhooks/*/*/messages/*"
	removeByToken = "DELETE /webhooks/*/*/messages/*"
	postInChannel = "POST /channels/*/messages"
	editInChannel = "PATCH /channels/*/messages/*"
	removeInOne   = "DELETE /channels/*/messages/*"
)

// breakage has requests go wrong. It may be used concurrently.
type breakage struct {
	mu     sync.Mutex
	faults map[string][]discordtest.Fault // by pattern
}

// breaks has the requests that a pattern matches go wrong from now on: each of the
// faults befalls one of them, and the last all that follow. One that is zero does
// no harm.
func (w *world) breaks(pattern string, faults ...discordtest.Fault) {
	w.broken.mu.Lock()
	defer w.broken.mu.Unlock()
	if w.broken.faults == nil {
		w.broken.faults = make(map[string][]discordtest.Fault)
	}
	w.broken.faults[pattern] = faults
	w.Fail(w.broken.befalls)
}

// heals has nothing go wrong from now on.
func (w *world) heals() {
	w.broken.mu.Lock()
	defer w.broken.mu.Unlock()
	clear(w.broken.faults)
}

func (b *breakage) befalls(r *http.Request) *discordtest.Fault {
	b.mu.Lock()
	defer b.mu.Unlock()
	for pattern, faults := range b.faults {
		if !matches(pattern, r.Method, r.URL.Path) {
			continue
		}
		if len(faults) > 1 {
			b.faults[pattern] = faults[1:]
		}
		return &faults[0]
	}
	return nil
}

func matches(pattern, method, at string) bool {
	ok, err := path.Match(pattern, method+" "+at)
	return ok && err == nil
}

// requests gives the requests that a pattern matches, of those since the last
// [discordtest.Server.ForgetRequests].
func (w *world) requests(pattern string) []discordtest.Request {
	return slices.DeleteFunc(w.Requests(), func(r discordtest.Request) bool { return !matches(pattern, r.Method, r.Path) })
}
