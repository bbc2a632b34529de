package discord_test

import (
	"testing"
	"time"

	"othellobot/adapters/discord/discordtest"
	"othellobot/rules"
)

// Where the bot may not write by itself, somebody is told at the next occasion,
// once; and all that is asked for works.
func TestShutOutOfAChannel(t *testing.T) {
	for _, c := range []struct {
		name    string
		missing uint64
	}{{"cannot see it", discordtest.ViewChannel}, {"cannot write there", discordtest.SendMessages}} {
		t.Run(c.name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				r := w.dueling()
				w.Deny(r.at, c.missing)
				w.Advance(20 * time.Minute) // no token lives
				w.later(time.Minute)
				r.shows()
				if asked := w.requests(postInChannel); len(asked) != 1 || asked[0].Status != 403 {
					t.Errorf("the requests are %+v, want one in vain", asked)
				}
				r.sends("cy", "check")
				r.shows(
					"only cy 2: "+mayPlay,
					"only cy 3: I could not write here by myself just now. A moderator can let me: View Channel, Send Messages. …",
				)
				r.sends("cy", "check")
				r.shows("only cy 4: " + mayPlay)
				r.stale = c.missing == discordtest.ViewChannel // the old board cannot be changed
				r.sends("bo", "board")
				if r.stale {
					r.shows("post 5: board 4–1… (notifies bo)")
				} else {
					r.shows("post 5: board 4–1… (notifies bo)", "edit 1: "+moveMade(1, "ana", d3))
				}
				r.presses("bo", "c3")
				r.shows("edit 5: board 3–3…")

				w.Deny(r.at, 0)
				r.sends("cy", "check")
				r.news()
				w.Advance(20 * time.Minute)
				w.later(time.Minute)
				r.shows("post 7: " + reminds("ana", rules.Black))
			})
		})
	}
}
