package discord_test

import (
	"fmt"
	"testing"
	"time"

	"othellobot/adapters/discord/discordtest"
	"othellobot/rules"
)

// A token that turns out to be dead is not used again. The bot sends in its own name instead.
func TestDeadToken(t *testing.T) {
	for _, dead := range []discordtest.Fault{
		{Status: 401, Code: 50027}, {Status: 404, Code: 10015}, {Status: 404}, {Status: 401},
	} {
		t.Run(fmt.Sprint(dead.Status, " ", dead.Code), func(t *testing.T) {
			inWorld(t, func(w *world) {
				r := w.dueling()
				for _, pattern := range []string{theFollowUp, editByToken, removeByToken} {
					w.breaks(pattern, dead)
				}
				w.later(time.Minute)
				r.shows("post 2: " + reminds("bo", rules.White))
				r.plays("bo", "c3")
				w.later(hesitation)
				r.shows("post 3: board 3–3… (notifies ana)", "edit 1: "+moveMade(1, "ana", d3), "gone 2")
				for pattern, most := range map[string]int{editInChannel: 1, removeInChannel: 1, postInChannel: 1} {
					if asked := w.requests(pattern); len(asked) != most {
						t.Errorf("got %d requests %s, want %d", len(asked), pattern, most)
					}
				}
				r.presses("ana", "b3")
				r.shows("edit 3: board 5–2…")
			})
		})
	}
}
