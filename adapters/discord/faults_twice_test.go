package discord_test

import (
	"strings"
	"sync"
	"testing"
	"time"

	"othellobot/adapters/discord/discordtest"
	"othellobot/rules"
	"othellobot/words"
)

// moment is how long the handler takes where all is to reach it before anything is
// done.
const moment = 100 * time.Millisecond

// Of several who press at the same moment one is first, and the others are told.
func TestPressesAtOnce(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.begun("room")
		w.handler.slow(moment)
		board := r.newest("ana")
		var all sync.WaitGroup
		for i, user := range []string{"ana", "bo", "cy"} {
			control := board.Controls()[i].CustomID
			all.Go(func() { w.keep(w.Press(r.at, user, board.ID, control)) })
		}
		all.Wait()
		w.Settle()
		if got := w.played(r.at); len(got) != 2 {
			t.Errorf("the game is %q, want one move", got)
		}
		lines := r.news()
		if len(lines) != 3 || !strings.HasPrefix(lines[2], "edit 1: ") ||
			!strings.HasPrefix(lines[0], "only ") || !strings.HasPrefix(lines[1], "only ") {
			t.Errorf("people see %q, want one move and two whispers", lines)
		}
		r.inStep()
	})
}

// Who presses a button twice has pressed it once.
func TestDoublePress(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.begun("room")
		w.handler.slow(moment)
		board := r.newest("ana")
		d3 := pressing(board, "d3")
		var all sync.WaitGroup
		for range 3 {
			all.Go(func() { w.keep(w.Press(r.at, "ana", board.ID, d3)) })
		}
		all.Wait()
		w.Settle()
		if got := w.played(r.at); got != "d3" {
			t.Errorf("the game is %q", got)
		}
		r.shows("edit 1: " + movedInText)
	})
}

// Of several who type a move at the same moment one is first too.
func TestCommandsAtOnce(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.begun("room")
		w.handler.slow(moment)
		var all sync.WaitGroup
		for user, square := range map[string]string{"ana": "d3", "bo": "f5", "cy": "e6"} {
			all.Go(func() { w.keep(w.Command(r.at, user, "move", discordtest.Text("square", square))) })
		}
		all.Wait()
		w.Settle()
		moves := len(w.played(r.at)) / 2
		posts, whispers := 0, 0
		for _, m := range r.AllMessages(r.at)[1:] {
			if m.Ephemeral() {
				whispers++
			} else {
				posts++
			}
		}
		if moves == 0 || posts != moves || whispers != 3-moves {
			t.Errorf("%d moves, %d boards and %d whispers came of three commands: %q", moves, posts, whispers, r.news())
		}
		r.inStep()
	})
}

// A command that Discord delivers again is not done again.
func TestDeliveredAgain(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.begun("room")
		first := r.plays("ana", "d3")
		r.shows("post 2: "+movedInText, "edit 1: "+gameBegan)
		w.Raw(r.at, "ana", map[string]any{
			"id": first.ID, "token": first.Token,
			"data": map[string]any{
				"id": "1", "name": "othello", "type": 1,
				"options": []any{map[string]any{
					"name": "move", "type": 1,
					"options": []any{map[string]any{"name": "square", "type": 3, "value": "d3"}},
				}},
			},
		})
		w.later(time.Minute)
		if w.byHTTP { // the fake takes the answer
			r.shows("only ana 3: board 4–1")
		} else {
			r.shows()
		}
		if got := w.played(r.at); got != "d3" {
			t.Errorf("the game is %q", got)
		}
	})
}

// A board that others have left behind, but which is still to be seen, does no
// harm.
func TestPressOnAnOldBoard(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.begun("room")
		r.stale = true
		old := r.newest("ana")
		w.breaks(editByToken, discordtest.Fault{Latency: 9 * time.Second})
		r.plays("ana", "d3")
		r.shows("post 2: " + movedInText)
		w.note(w.Press(r.at, "bo", old.ID, pressing(old, "f5")))
		r.shows("only bo 3: " + says(words.StaleMove{Player: person("ana"), Square: d3}))
		w.note(w.Press(r.at, "ana", old.ID, pressing(old, "d3")))
		r.shows("edit 1: " + says(words.GameElsewhere{}))
		w.later(time.Minute)
		r.stale = false
		r.news()
		r.inStep()
		if got := w.played(r.at); got != "d3" {
			t.Errorf("the game is %q", got)
		}
	})
}

// What belongs to two players is not for others.
func TestPressOfOthers(t *testing.T) {
	watching := says(words.WatchingThread{Black: person("ana"), White: person("bo")})
	inWorld(t, func(w *world) {
		r := w.dueling()
		r.presses("cy", "c3")
		r.shows("only cy 2: " + watching + " [thread:vote thread]")
		r.presses("ana", "c3")
		r.shows("only ana 3: " + says(words.TurnOfTold{Player: person("bo"), Color: rules.White}))
		r.presses("cy", "resign")
		r.shows("only cy 4: " + watching + " [thread]")
		if got := w.played(r.at); got != "d3" {
			t.Errorf("the game is %q", got)
		}
	})
}
