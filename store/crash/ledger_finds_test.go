package crash

import (
	"slices"
	"strings"
	"testing"
	"time"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
)

var noon = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

// after returns the state of a game with the board after some moves.
func after(version uint32, moves string) state {
	squares, err := rules.ParseTranscript(moves)
	if err != nil {
		panic(err)
	}
	board, err := rules.Replay(rules.Start(), squares)
	if err != nil {
		panic(err)
	}
	return state{Game: 7, Version: version, Board: board}
}

func asks(delivery, verb string, args ...string) event {
	a := chat.Action{Delivery: chat.Delivery(delivery), Verb: verb}
	for _, text := range args {
		a.Args = append(a.Args, chat.Argument{Value: chat.Token{Text: text}})
	}
	return event{Request: &a}
}

func tells(k kind, s state) event { return event{Answer: &answer{Kind: k, State: s}} }

func notes(ref chat.MessageRef, version uint32) event {
	return event{Noted: &noted{Game: 7, Slot: chat.SlotBoard, Post: version, Version: version, Ref: ref}}
}

// TestLedgerFinds checks that the ledger finds lost moves, doubled moves and false claims, and nothing else.
func TestLedgerFinds(t *testing.T) {
	begun := []event{asks("1", "start"), tells(shown, after(1, "")), notes("m1", 1)}
	moved := slices.Concat(begun, []event{asks("2", "move", "d3"), tells(shown, after(2, "d3")), notes("m2", 2)})
	then := func(more ...event) []event { return slices.Concat(moved, more) }
	shows := func(ref game.Ref, version uint32) game.Slot {
		return game.Slot{Game: 7, Name: game.SlotName(chat.SlotBoard), Post: version, Shown: version, Ref: ref}
	}
	sending := func(version uint32) game.Slot {
		return game.Slot{Game: 7, Name: game.SlotName(chat.SlotBoard), Post: version}
	}
	stored := func(version uint32, moves string, slots ...game.Slot) game.Room {
		g := game.NewOpen(7, "here", "ana", noon)
		for square := range strings.FieldsFuncSeq(moves, func(r rune) bool { return r == ' ' }) {
			s, err := rules.ParseSquare(square)
			noError(t, err)
			if g, _, err = g.Play("ana", s, noon); err != nil {
				t.Fatal(err)
			}
		}
		g.Version = version
		room := game.Room{Place: "here"}.WithGame(&g)
		room.Slots = slots
		return room
	}
	for name, c := range map[string]struct {
		events []event
		stored game.Room
		want   string
		lossy  bool
	}{
		"nothing":                               {nil, game.Room{}, "", false},
		"a game that nobody began":              {nil, stored(1, ""), "found", false},
		"a start that was not answered":         {begun[:1], stored(1, "", sending(1)), "", false},
		"a start that is not stored":            {begun[:2], game.Room{}, "found", false},
		"all is there":                          {moved, stored(2, "d3", shows("m2", 2)), "", false},
		"a move is lost":                        {moved, stored(1, "", shows("m2", 2)), "found", false},
		"a move is another":                     {moved, stored(2, "c4", shows("m2", 2)), "found", false},
		"a move that nobody made":               {moved, stored(3, "d3 c3", shows("m2", 2)), "found", false},
		"a message is lost":                     {moved, stored(2, "d3"), "the message", false},
		"a message is old":                      {moved, stored(2, "d3", shows("m1", 1)), "the message", false},
		"a note is lost":                        {moved, stored(2, "d3", sending(2)), "the message", false},
		"a note is lost with the server":        {moved, stored(2, "d3", sending(2)), "", true},
		"a reservation is lost with the server": {moved, stored(2, "d3", shows("m1", 1)), "the message", true},
		"a message is lost while another one is to come": {
			then(asks("3", "move", "c3")), stored(2, "d3", sending(2)), "the message", false,
		},
		"a message is noted, and nobody was told": {
			then(asks("3", "move", "c3")), stored(3, "d3 c3", shows("m3", 3)), "", false,
		},
		"a move that was not answered, and is stored": {
			then(asks("3", "move", "c3")), stored(3, "d3 c3", sending(3)), "", false,
		},
		"a move that was not answered, and is not": {
			then(asks("3", "move", "c3")), stored(2, "d3", shows("m2", 2)), "", false,
		},
		"a move that was made twice": {
			then(asks("3", "move", "c3")), stored(4, "d3 c3 c4", shows("m2", 2)), "found", false,
		},
		"a move that is repeated": {
			then(tells(repeated, state{})), stored(2, "d3", shows("m2", 2)), "", false,
		},
		"a move that is known before it is shown": {
			then(asks("3", "move", "c3"), tells(repeated, state{})), stored(2, "d3", shows("m2", 2)), "found", false,
		},
		"a move that is shown and not asked": {
			then(tells(shown, after(3, "d3c3"))), stored(3, "d3 c3", shows("m2", 2)), "told", false,
		},
		"a move that is refused": {
			then(asks("3", "move", "c3"), tells(refused, state{})), stored(2, "d3", shows("m2", 2)), "move 3 is refused", false,
		},
		"a repetition that is refused": {
			then(tells(refused, state{})), stored(2, "d3", shows("m2", 2)), "", false,
		},
		"a move that was not saved, and is not": {
			then(asks("3", "move", "c3"), failing("nothing changed")), stored(2, "d3", shows("m2", 2)), "", false,
		},
		"a move that was not saved, and is": {
			then(asks("3", "move", "c3"), failing("nothing changed")), stored(3, "d3 c3", sending(3)), "move 3 is done, although", false,
		},
		"a move that may be saved, and is": {
			then(asks("3", "move", "c3"), failing("could not find out")), stored(3, "d3 c3", sending(3)), "", false,
		},
		"an undo": {
			then(asks("3", "undo"), tells(shown, after(3, ""))), stored(3, "", sending(3)), "", false,
		},
	} {
		t.Run(name, func(t *testing.T) {
			l := ledger{lossy: c.lossy}
			for _, e := range c.events {
				l.read(e)
			}
			l.audit(c.stored)
			if got := l.wrong; (got == "") != (c.want == "") || !strings.HasPrefix(got, c.want) {
				t.Errorf("it finds %q, want %q", got, c.want)
			}
		})
	}
}

func failing(words string) event {
	a := understand(chat.Response{Effects: []chat.Effect{{Message: chat.Message{Text: chat.Say(words)}}}})
	return event{Answer: &a}
}

// TestLedgerFindsMissingGames checks that the ledger notices if an ended game is lost or changed.
func TestLedgerFindsMissingGames(t *testing.T) {
	g := game.NewOpen(7, "here", "ana", noon)
	g.Version = 1
	other := g
	other.ID = 8
	later := g
	later.Version = 2
	for name, c := range map[string]struct {
		stored []game.Game
		want   string
	}{
		"there":   {[]game.Game{g}, ""},
		"lost":    {nil, "the finished game"},
		"another": {[]game.Game{g, other}, "a game is stored"},
		"changed": {[]game.Game{later}, "the finished game"},
	} {
		t.Run(name, func(t *testing.T) {
			l := ledger{ended: []*entry{{state: stateOf(&g)}}}
			l.checkStored(c.stored)
			if got := l.wrong; (got == "") != (c.want == "") || !strings.HasPrefix(got, c.want) {
				t.Errorf("it finds %q, want %q", got, c.want)
			}
		})
	}
}
