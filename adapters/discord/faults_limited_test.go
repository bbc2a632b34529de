package discord_test

import (
	"testing"
	"time"

	"othellobot/adapters/discord/discordtest"
)

const movedInText = "board 4–1 [c3 e3 c5] [engage hint]"

// Where Discord limits one channel or one token, the others go on, and so does the
// game there.
func TestOthersDoNotWait(t *testing.T) {
	const wait = 10 * time.Second
	for _, scope := range []string{"user", "shared"} {
		t.Run(scope, func(t *testing.T) {
			inWorld(t, func(w *world) {
				limited := discordtest.Fault{Status: 429, Scope: scope, RetryAfter: wait}
				a, b := w.begun("a"), w.begun("b")
				w.later(20 * time.Minute) // no token lives
				w.breaks("PATCH /channels/"+a.at.Channel+"/messages/*", limited, discordtest.Fault{})
				for _, r := range []*room{a, b} {
					if in := r.plays("ana", "d3"); in.Took() != 0 {
						t.Errorf("the answer took %v", in.Took())
					}
				}
				b.shows("post 2: "+movedInText, "edit 1: "+gameBegan)
				a.stale = true
				a.shows("post 2: " + movedInText)
				in := a.plays("bo", "c3")
				b.plays("bo", "c3")
				if in.Took() != 0 {
					t.Errorf("the next answer took %v", in.Took())
				}
				w.later(wait)
				a.stale = false
				a.shows("post 3: board 3–3…", "edit 1: "+gameBegan, "edit 2: "+moveMade(1, "ana", d3))
				b.shows("post 3: board 3–3…", "edit 2: "+moveMade(1, "ana", d3))
			})
		})
	}
}
