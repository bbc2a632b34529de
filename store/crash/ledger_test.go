package crash

import (
	"fmt"
	"slices"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
)

// ledger holds the reported states of a place's games, and the latest request.
type ledger struct {
	game  *entry   // latest game; nil before the first
	ended []*entry // the games before it
	asked *chat.Action
	open  bool // it is unknown whether the request was done
	lossy bool // the server was killed, so that notes may be lost

	claimed string        // text of an answer that said that nothing had changed
	acted   []chat.Action // actions acknowledged since the last check
	counts  counts
	wrong   string // first contradiction; later contradictions follow from the first
}

type counts struct{ acknowledged, moves, games, again, failures, unanswered int }

func (c *counts) add(others *counts) {
	c.acknowledged += others.acknowledged
	c.moves += others.moves
	c.games += others.games
	c.again += others.again
	c.failures += others.failures
	c.unanswered += others.unanswered
	*others = counts{}
}

type entry struct {
	state
	boards []rules.Position // board before each move that was not undone
	noted  noted            // last noted message that shows the game
	asked  bool             // a later request may change what is shown
}

func (l *ledger) fail(format string, args ...any) {
	if l.wrong == "" {
		l.wrong = fmt.Sprintf(format, args...)
	}
}

func (l *ledger) read(e event) {
	switch {
	case e.Request != nil:
		l.ask(e.Request)
	case e.Answer != nil:
		l.tell(*e.Answer)
	case e.Found != nil:
		l.find(*e.Found)
	case e.Noted != nil && e.Noted.Slot == chat.SlotBoard:
		l.note(*e.Noted)
	}
}

func (l *ledger) ask(a *chat.Action) {
	if l.asked == nil || l.asked.Delivery != a.Delivery {
		l.asked, l.open = a, true
	}
	if l.game != nil {
		l.game.asked = true
	}
}

func (l *ledger) tell(a answer) {
	switch a.Kind {
	case shown:
		l.counts.acknowledged++
		l.see(a.State, "told")
		l.settle()
	case repeated:
		l.counts.acknowledged++
		if l.open && !l.applyRequest() {
			l.fail("a first %s is answered as if it had been done", verbOf(l.asked))
		}
		l.settle()
	case refused:
		if l.open { // otherwise this is a second answer to a request that was done
			l.fail("%s is refused: %s", verbOf(l.asked), a.Text)
		}
	default:
		l.counts.failures++
		if l.claimed = ""; a.Kind == unchanged {
			l.claimed = a.Text
		}
	}
}

func (l *ledger) settle() {
	if l.open || l.asked == nil {
		l.fail("%s is answered, and not done", verbOf(l.asked))
	}
	if l.asked != nil && !slices.ContainsFunc(l.acted, l.isAsked) {
		l.acted = append(l.acted, *l.asked)
	}
	l.claimed = ""
}

func (l *ledger) isAsked(a chat.Action) bool { return a.Delivery == l.asked.Delivery }

// find compares a state that was read from the store with the ledger.
func (l *ledger) find(s state) {
	was := l.open
	l.see(s, "found")
	if l.claimed != "" && was && !l.open {
		l.fail("%s is done, although a player was told %q", verbOf(l.asked), l.claimed)
	}
	l.claimed = ""
}

// see compares a state with the ledger. If the open request explains a difference, see takes it as done.
func (l *ledger) see(s state, how string) {
	switch {
	case l.matches(s):
	case l.open && l.applyStart(s):
	case l.open && l.applyRequest() && l.matches(s):
	default:
		l.fail("%s %+v, want %+v, or that after %s (open: %t)", how, s, l.known(), verbOf(l.asked), l.open)
	}
}

func (l *ledger) known() state {
	if l.game == nil {
		return state{}
	}
	return l.game.state
}

func (l *ledger) matches(s state) bool { return l.known() == s }

func (l *ledger) applyStart(s state) bool {
	if l.asked.Verb != "start" || s.Game == l.known().Game || s.Version != 1 || s.Board != rules.Start() {
		return false
	}
	if l.game != nil {
		l.ended = append(l.ended, l.game)
	}
	l.game, l.open = &entry{state: s, asked: true}, false
	l.counts.games++
	return true
}

// applyRequest applies the request to the game and reports whether that was possible.
func (l *ledger) applyRequest() bool {
	g := l.game
	if g == nil || l.asked.Verb == "start" {
		return false
	}
	switch square, isMove := squareOf(*l.asked); {
	case isMove:
		after, err := g.Board.Play(square)
		if err != nil {
			return false
		}
		g.boards = append(g.boards, g.Board)
		g.Board, g.Over = after, after.Over()
		l.counts.moves++
	case l.asked.Verb == "undo" && len(g.boards) > 0:
		last := len(g.boards) - 1
		g.Board, g.boards = g.boards[last], g.boards[:last]
	case l.asked.Verb == "accept", l.asked.Verb == "board":
	default:
		return false
	}
	g.Version++
	l.open = false
	return true
}

func (l *ledger) note(p noted) {
	if l.game == nil || p.Game != l.game.Game {
		l.fail("a message of another game was noted: %+v", p)
		return
	}
	l.game.noted, l.game.asked = p, false
}

// audit compares the ledger with a stored room. It returns the actions acknowledged since the last audit.
func (l *ledger) audit(room game.Room) []chat.Action {
	if l.open {
		l.counts.unanswered++
	}
	g := current(room)
	l.find(stateOf(g))
	if g != nil && l.game != nil {
		l.message(room)
	}
	acted := l.acted
	l.asked, l.open, l.acted = nil, false, nil
	return acted
}

func (l *ledger) message(room game.Room) {
	was, later := l.game.noted, l.game.asked
	s, _ := room.Slot(l.game.Game, game.SlotName(chat.SlotBoard))
	stored := noted{Game: l.game.Game, Slot: chat.SlotBoard, Post: s.Post, Version: s.Shown, Ref: chat.MessageRef(s.Ref)}
	switch {
	case stored == was:
	case stored.Post == 0 && was.Post == 0: // no message was posted
		return
	case later && stored.Post > was.Post: // another message was due
	case later && stored.Post == was.Post && stored.Version > was.Version && stored.Version <= l.game.Version:
	case l.lossy && stored.Post == was.Post && stored.Version < was.Version:
	default:
		l.fail("the message %+v is noted, and %+v stored", was, stored)
		return
	}
	l.game.noted, l.game.asked = stored, false
}

func (l *ledger) checkStored(stored []game.Game) {
	for _, e := range l.ended {
		i := slices.IndexFunc(stored, func(g game.Game) bool { return g.ID == e.Game })
		if i < 0 {
			l.fail("the finished game %+v is not stored", e.state)
		} else if s := stateOf(&stored[i]); s != e.state {
			l.fail("the finished game %+v is stored as %+v", e.state, s)
		}
	}
	for _, g := range stored {
		known := func(e *entry) bool { return e.Game == g.ID }
		if !slices.ContainsFunc(l.ended, known) && (l.game == nil || !known(l.game)) {
			l.fail("a game is stored that nobody knows: %+v", stateOf(&g))
		}
	}
}

func verbOf(a *chat.Action) string {
	switch {
	case a == nil:
		return "nothing"
	case a.Verb == "":
		return "the press " + a.Control
	default:
		return a.Verb + " " + string(a.Delivery)
	}
}

func squareOf(a chat.Action) (rules.Square, bool) {
	text := a.Control
	if a.Verb == "move" {
		text = a.Args[0].Value.Text
	}
	if len(text) < 2 || a.Verb != "" && a.Verb != "move" {
		return rules.NoSquare, false
	}
	square, err := rules.ParseSquare(text[len(text)-2:])
	return square, err == nil
}
