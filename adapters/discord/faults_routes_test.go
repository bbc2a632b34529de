package discord_test

import (
	"path"
	"slices"

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

// breaks has the requests that a pattern matches go wrong from now on, as
// [discordtest.Server.FailWhere] says.
func (w *world) breaks(pattern string, faults ...discordtest.Fault) {
	w.lifts = append(w.lifts, w.FailWhere(pattern, faults...))
}

// heals ends all that [world.breaks] began.
func (w *world) heals() {
	for _, lift := range w.lifts {
		lift()
	}
	w.lifts = nil
}

// requests gives the requests that a pattern matches, of those since the last
// [discordtest.Server.ForgetRequests].
func (w *world) requests(pattern string) []discordtest.Request {
	return slices.DeleteFunc(w.Requests(), func(r discordtest.Request) bool {
		matched, _ := path.Match(pattern, r.Method+" "+r.Path)
		return !matched
	})
}
