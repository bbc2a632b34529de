package discord_test

import (
	"strings"
	"testing"
	"time"

	"othellobot/adapters/discord/discordtest"
	"othellobot/game"
)

// hesitation limits the time until the bot believes that a message is gone. For interactions by
// HTTP, Discord may not know the message at first.
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

// gone makes Discord deny for d that the channel exists.
func (w *world) gone(r *room, d time.Duration) {
	w.t.Helper()
	for _, pattern := range []string{"", "/messages", "/messages/*"} {
		w.breaks("* /channels/"+r.at.Channel+pattern, discordtest.Fault{Status: 404, Code: 10003})
	}
	w.later(d)
	w.heals()
}

func (w *world) wantKept(want bool, places ...discordtest.Where) {
	w.t.Helper()
	for _, at := range places {
		if room := w.room(at); (room.Active != nil || room.Last != nil) != want {
			w.t.Errorf("the stored room is %+v", room)
		}
	}
}

// A channel that is missing once may come back. If it is still missing hours later, all its
// data are deleted.
func TestChannelIsGone(t *testing.T) {
	inWorld(t, func(w *world) {
		r, other := w.dueling(), w.begun("other")
		w.Advance(20 * time.Minute)
		w.gone(r, idleExpiry+time.Hour)
		if asked := w.requests(postInChannel); len(asked) == 0 || len(asked) > 10 {
			t.Errorf("the bot tries %d times to write where nothing is", len(asked))
		}
		if !w.room(r.at).HasTombstone || w.room(other.at).HasTombstone {
			t.Errorf("the bot has not noticed that the channel is gone, or takes another for it")
		}
		w.later(game.PlaceConfirmDelay) // the channel is back
		w.wantKept(true, r.at, other.at)
		if w.room(r.at).HasTombstone {
			t.Errorf("the bot has not noticed that the channel is back")
		}
		r.sends("ana", "start")
		w.Advance(20 * time.Minute)
		w.gone(r, idleExpiry+game.PlaceConfirmDelay-time.Hour)
		w.wantKept(true, r.at)
		w.gone(r, 2*time.Hour)
		w.wantKept(false, r.at)
		w.wantKept(true, other.at)
	})
}

// TestServerIsGone checks that a vanished server's data is kept for a week. Any action by one of
// its users shows that the server is back. The test uses HTTP, because over a week the heartbeats
// of a gateway would take most of the test's time.
func TestServerIsGone(t *testing.T) {
	for name, back := range map[string]bool{"gone": false, "back": true} {
		t.Run(name, func(t *testing.T) {
			byHTTP(t, func(w *world) {
				r, other := w.dueling(), w.begun("other")
				w.Advance(20 * time.Minute)
				for _, pattern := range []string{"channels/*/messages", "channels/*/messages/*", "guilds/*"} {
					w.breaks("* /"+pattern, discordtest.Fault{Status: 404, Code: 10004})
				}
				w.later(idleExpiry)
				if !w.room(r.at).HasTombstone {
					t.Error("the bot has not noticed that the server is gone")
				}
				w.later(game.TenantConfirmDelay - idleExpiry - time.Hour)
				if back {
					w.heals()
					other.sends("ana", "history")
				}
				w.wantKept(true, r.at, other.at)
				if w.room(r.at).HasTombstone == back {
					t.Errorf("the server is taken to be gone is %t", !back)
				}
				w.later(idleExpiry + 2*time.Hour)
				w.wantKept(back, r.at, other.at)
			})
		})
	}
}

// dueling returns a room with a duel between ana and bo. It is bo's turn.
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
