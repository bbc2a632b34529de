package discord_test

import (
	"fmt"
	"testing"
	"time"

	"othellobot/adapters/discord/discordtest"
	"othellobot/adapters/discord/gateway"
)

// A token of an interaction that turns out to be dead is used no more: what was to
// be sent with it is sent in the bot's name.
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
				r.shows("post 2: @bo, it is your move (White)… (notifies bo)")
				r.plays("bo", "c3")
				w.later(hesitation)
				r.shows("post 3: @bo (White) played c3… (notifies ana)", "edit 1: Move 1…", "gone 2")
				for pattern, most := range map[string]int{editInChannel: 1, removeInOne: 1, postInChannel: 1} {
					if asked := w.requests(pattern); len(asked) != most {
						t.Errorf("there are %d requests %s, want %d", len(asked), pattern, most)
					}
				}
				r.presses("ana", "b3")
				r.shows("edit 3: @ana (Black) played b3…")
			})
		})
	}
}

// A command that waits for its answer with a token that dies meanwhile still has
// its effect shown.
func TestTokenDiesWhileWaiting(t *testing.T) {
	inWorld(t, func(w *world) {
		for _, d := range deeds() {
			if d.lost == nil {
				continue // a whisper has no other way
			}
			r := w.begun(d.name)
			w.handler.slow(2 * time.Second)
			for _, pattern := range []string{theFollowUp, editByToken} {
				w.breaks(pattern, discordtest.Fault{Status: 401, Code: 50027})
			}
			d.do(r)
			w.later(10 * time.Second)
			w.heals()
			w.handler.first(nil)
			want := d.lost
			if d.defers == discordtest.CallbackDeferred {
				want = append([]string{"only ana 2: is thinking"}, d.later[1:]...)
			}
			r.shows(want...)
			if got := w.played(r.at); got != d.at {
				t.Errorf("%s: the game is %q, want %q", d.name, got, d.at)
			}
		}
	})
}

// A bot whose own token is refused stops using it at once, for Discord bans who
// goes on. Interactions have tokens of their own and are still answered.
func TestTokenOfTheBotIsRefused(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.begun("room")
		w.later(20 * time.Minute)
		w.breaks("* /channels/*/messages", discordtest.Fault{Status: 401})
		w.breaks("* /channels/*/messages/*", discordtest.Fault{Status: 401})
		r.stale = true
		r.plays("ana", "d3")
		r.shows("post 2: " + movedInText)
		if asked := w.requests(editInChannel); len(asked) != 1 {
			t.Fatalf("the bot tries %d times to change the old board, want once", len(asked))
		}
		w.ForgetRequests()
		for range 3 {
			w.later(20 * time.Minute)
			r.sends("bo", "board")
			r.presses("bo", "Hint")
			w.later(time.Minute)
		}
		for _, q := range w.Requests() {
			if matches("* /channels/*/messages*", q.Method, q.Path) || matches("* /channels/*/messages/*", q.Method, q.Path) || matches("* /applications/*", q.Method, q.Path) {
				t.Errorf("the bot goes on with %s", q.Route)
			}
		}
		r.presses("bo", "c3")
		if got := w.played(r.at); got != "d3c3" {
			t.Errorf("the game is %q", got)
		}
	})
}

// Without its own token the bot cannot connect again, and so its end is better
// than its waiting for ever.
func TestTokenOfTheBotIsRefusedAndTheGatewayLost(t *testing.T) {
	byGateway(t, func(w *world) {
		r := w.begun("room")
		w.later(20 * time.Minute)
		w.breaks(editInChannel, discordtest.Fault{Status: 401})
		r.plays("ana", "d3")
		w.want = gateway.ErrUnauthorized
		w.CloseGateway(4009)
		select {
		case <-w.done:
		case <-time.After(time.Minute):
			t.Error("the bot goes on")
		}
	})
}
