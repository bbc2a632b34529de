package discord_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"othellobot/adapters/discord/discordtest"
	"othellobot/rules"
)

const hesitation = 10 * time.Second

// A board that a user deletes is replaced at the next move, with or without a living token.
func TestBoardIsDeleted(t *testing.T) {
	for _, c := range []struct {
		name    string
		ponders time.Duration
	}{{"a token lives", time.Second}, {"no token lives", 20 * time.Minute}} {
		t.Run(c.name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				w.ponders = c.ponders
				r := w.in(w.Channel("room"))
				r.sends("ana", "start", discordtest.Text("with", "bot"))
				r.presses("ana", "d3")
				w.Delete(r.newest("ana").ID)
				r.news()
				w.later(c.ponders + hesitation)
				r.shows("post 2: board 3–3…")
				w.Delete(r.newest("ana").ID)
				r.sees("gone 2")
				r.sends("ana", "board")
				r.shows("post 3: board 3–3…")
				w.Delete(r.newest("ana").ID)
				r.plays("ana", legal(r))
				r.shows("post 4: board …", "gone 3")
				w.quiet()
			})
		})
	}
}

func legal(r *room) string {
	for _, m := range r.AllMessages(r.at) {
		if _, move, ok := strings.Cut(firstMove(m), ":move:"); ok {
			return move
		}
	}
	r.t.Fatal("there is no board to press")
	return ""
}

func (w *world) dueling() *room {
	w.t.Helper()
	r := w.in(w.Channel("duel"))
	r.sends("ana", "start", discordtest.Person("opponent", "bo"), discordtest.Text("color", "black"))
	r.presses("bo", "accept")
	r.presses("ana", "d3")
	r.shows("post 1: board 4–1 [c3 e3 c5] [resign] (notifies bo)")
	w.ForgetRequests()
	return r
}

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
