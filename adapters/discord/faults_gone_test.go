package discord_test

import (
	"strings"
	"testing"
	"time"

	"othellobot/adapters/discord/discordtest"
	"othellobot/rules"
)

// hesitation is how long it may take until the bot believes that a message is gone:
// by HTTP, Discord may not know it yet.
const hesitation = 10 * time.Second

// A board that somebody deletes is replaced by a new one as soon as the game goes
// on, with a token or without.
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

// legal gives what the first button of the newest board does.
func legal(r *room) string {
	for _, m := range r.AllMessages(r.at) {
		if _, move, ok := strings.Cut(firstMove(m), ":move:"); ok {
			return move
		}
	}
	r.t.Fatal("there is no board to press")
	return ""
}

func TestBoardIsDeletedUnderThePress(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.begun("room")
		w.handler.slow(2 * time.Second)
		board := r.newest("ana")
		r.presses("ana", "d3")
		w.Delete(board.ID)
		w.later(time.Second + hesitation)
		r.shows("post 2: "+movedInText, "gone 1")
		w.quiet()
	})
}

func TestReminderIsDeleted(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.dueling()
		w.later(time.Minute)
		r.shows("post 2: " + reminds("bo", rules.White))
		w.Delete(r.newest("bo").ID)
		r.presses("bo", "c3")
		r.shows("edit 1: board 3–3…", "gone 2")
		w.quiet()
	})
}

func TestChallengeIsDeleted(t *testing.T) {
	byHTTP(t, func(w *world) {
		r := w.in(w.Channel("room"))
		r.sends("ana", "start", discordtest.Person("opponent", "bo"))
		w.Delete(r.newest("bo").ID)
		r.news()
		w.later(24 * time.Hour)
		r.shows()
		r.sends("ana", "start", discordtest.Person("opponent", "bo"))
		r.shows("post 2: …[accept decline] (notifies bo)")
	})
}

// A channel or a server that is not there once is there again, perhaps. When it still
// is not after hours, all that is kept of it is forgotten.
func TestPlaceIsGone(t *testing.T) {
	for name, gone := range map[string]discordtest.Fault{"channel": {Status: 404, Code: 10003}, "server": {Status: 404, Code: 10004}} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				r, other := w.dueling(), w.begun("other")
				w.Advance(20 * time.Minute)
				where := r.at.Channel
				if name == "server" {
					where = "*"
				}
				w.breaks("* /channels/"+where+"/messages", gone)
				w.breaks("* /channels/"+where+"/messages/*", gone)
				w.later(59 * time.Minute)
				if asked := w.requests(postInChannel); len(asked) == 0 || len(asked) > 5 {
					t.Errorf("the bot tries %d times to write where nothing is", len(asked))
				}
				if left := w.room(r.at); left.Active == nil {
					t.Error("the game is forgotten too soon")
				}
				if name == "channel" {
					other.plays("ana", "d3")
					other.shows("post 2: "+movedInText, "edit 1: "+gameBegan)
				}
				w.later(idleExpiry)
				if left := w.room(r.at); left.Active != nil || left.Last != nil {
					t.Errorf("the game is kept: %+v", left)
				}
				if left := w.room(other.at); (left.Active == nil && left.Last == nil) != (name == "server") {
					t.Errorf("of another channel of the server there is kept %+v", left)
				}
			})
		})
	}
}

// Where somebody is heard of, the channel is there, whatever Discord said before.
func TestPlaceIsBack(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.dueling()
		w.Advance(20 * time.Minute)
		gone := func() {
			w.breaks("* /channels/"+r.at.Channel+"/messages", discordtest.Fault{Status: 404, Code: 10003})
			w.later(30 * time.Minute)
			w.heals()
		}
		gone()
		w.later(time.Hour)
		r.presses("bo", "c3")
		w.Advance(20 * time.Minute)
		gone()
		if left := w.room(r.at); left.Active == nil {
			t.Error("the game is forgotten")
		}
	})
}

// dueling gives a room with a duel of ana and bo, who is to move.
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
