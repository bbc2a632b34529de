package discord_test

import (
	"strings"
	"testing"
	"time"

	"othellobot/adapters/discord/discordtest"
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
				r.shows("post 2: The bot (White) played… (notifies ana)")
				w.Delete(r.newest("ana").ID)
				r.sees("gone 2")
				r.sends("ana", "board")
				r.shows("post 3: The bot (White) played… (notifies ana)")
				w.Delete(r.newest("ana").ID)
				r.plays("ana", legal(r))
				r.shows("post 4: @ana (Black) played…", "gone 3")
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
		r.shows("post 2: @bo, it is your move (White)… (notifies bo)")
		w.Delete(r.newest("bo").ID)
		r.presses("bo", "c3")
		r.shows("edit 1: @bo (White) played c3…", "gone 2")
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
		r.shows("post 2: @ana (White) challenges @bo… (notifies bo)")
	})
}

// A channel or server that is gone costs no more than what was to be said there,
// and all that is kept of it is forgotten.
func TestPlaceIsGone(t *testing.T) {
	for name, c := range map[string]struct {
		gone  discordtest.Fault
		after []string // what a move in another channel of the server comes to
	}{
		"channel": {
			discordtest.Fault{Status: 404, Code: 10003},
			[]string{"post 2: " + movedInText, "edit 1: The game began."},
		},
		"server": {
			discordtest.Fault{Status: 404, Code: 10004},
			[]string{"only ana 2: No game here. /othello start opens one for everybody, and /othello start with:bot one against the bot. [Start with d3]"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				r, other := w.dueling(), w.begun("other")
				w.Advance(20 * time.Minute)
				w.breaks("* /channels/"+r.at.Channel+"/messages", c.gone)
				w.breaks("* /channels/"+r.at.Channel+"/messages/*", c.gone)
				w.later(time.Minute)
				if asked := w.requests(postInChannel); len(asked) != 1 {
					t.Errorf("the bot tries %d times to write where nothing is", len(asked))
				}
				if left := w.room(r.at); left.Active != nil {
					t.Errorf("the game is kept: %+v", left)
				}
				other.plays("ana", "d3")
				other.sees(c.after...)
			})
		})
	}
}

// dueling gives a room with a duel of ana and bo, who is to move.
func (w *world) dueling() *room {
	w.t.Helper()
	r := w.in(w.Channel("duel"))
	r.sends("ana", "start", discordtest.Person("opponent", "bo"), discordtest.Text("color", "black"))
	r.presses("bo", "Accept")
	r.presses("ana", "d3")
	r.shows("post 1: @ana (Black) played d3, flipping d4: 4–1, and @bo (White) is to move. [c3 e3 c5] [Resign] (notifies bo)")
	w.ForgetRequests()
	return r
}
