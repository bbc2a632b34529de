package bot_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"othellobot/chat"
)

// manyMoves leads to a position with 27 legal moves.
const manyMoves = "f5d6c3g5e6f3f4d7f6d3c5b4c4e7e8b5b6b7b3d2b2b1a1g3f2g6g4f8"

// footers sends the commands and returns the forms of the small print after the last one.
func footers(t *testing.T, l chat.Limits, words ...string) (forms []string) {
	t.Helper()
	s := newStage(t, l)
	var last chat.Response
	for _, w := range words {
		last = s.do(t, typed("ana", w))
	}
	for _, f := range last.Effects[0].Message.Footers {
		forms = append(forms, f.String())
	}
	return forms
}

func TestFootersShrink(t *testing.T) {
	noControls, noButtons, fewOptions := limits, limits, limits
	noControls.MoveButtons, noControls.Options = 0, 0
	noButtons.MoveButtons = 0
	fewOptions.MoveButtons, fewOptions.Options = 3, 2
	const first, list = "Move 1 · legal: d3 c4 f5 e6 · /othello move d3", "Legal: d3 c4 f5 e6"
	for name, c := range map[string]struct {
		limits chat.Limits
		words  []string
		want   []string
	}{
		"buttons":        {limits, []string{"start"}, []string{"Move 1 · 4 moves · /othello move d3", "Move 1 · 4 moves"}},
		"buttons, later": {limits, []string{"start", "d3"}, []string{"Move 2 · 3 moves"}},
		"a menu":         {noButtons, []string{"start"}, []string{first, list, "4 legal moves: see the menu"}},
		"a menu, later":  {noButtons, []string{"start", "d3"}, []string{"Move 2 · legal: c3 e3 c5", "Legal: c3 e3 c5", "3 legal moves: see the menu"}},
		"no controls":    {noControls, []string{"start"}, []string{first, list, "Move 1 · 4 moves"}},
		"a small menu": {fewOptions, []string{"start"}, []string{
			first + "; type the others: f5 e6.", list + "; type the others: f5 e6.", "4 legal moves: see the menu; type the others: f5 e6.",
		}},
		"the engine": {limits, []string{"start bot white"}, nil},
		"an end":     {limits, []string{"start", "d3", "stop"}, []string{"Moves: d3", "1 move: /othello history"}},
		"an end with an opening": {limits, []string{"start", "f5", "f6", "stop"}, []string{
			"Opening: Diagonal · Moves: f5f6", "Moves: f5f6", "2 moves: /othello history",
		}},
		"an end of nothing": {limits, []string{"start", "stop"}, nil},
		"a check":           {limits, []string{"check d3"}, []string{"No game runs here, so this is about the board at the start."}},
	} {
		if diff := cmp.Diff(c.want, footers(t, c.limits, c.words...)); diff != "" {
			t.Errorf("the small print with %s (-want +got):\n%s", name, diff)
		}
	}
}

// TestMoreMovesThanASelectHolds checks that the small print lists the moves that do not fit in the
// select.
func TestMoreMovesThanASelectHolds(t *testing.T) {
	s := newStage(t, limits)
	m := s.do(t, typed("ana", "load "+manyMoves)).Effects[0].Message
	var offered, selects int
	for _, row := range m.Controls {
		if row.Select != nil {
			selects++
			offered += len(row.Select.Options)
		}
	}
	if selects != 1 || offered != limits.Options {
		t.Errorf("%d moves are offered in %d selects, want %d in one", offered, selects, limits.Options)
	}
	for _, f := range m.Footers {
		if !strings.HasSuffix(f.String(), "; type the others: d8 g8.") {
			t.Errorf("the small print %q does not list d8 and g8", f)
		}
	}
}

// TestSmallPrintWithoutControls checks that the small print mentions no controls where a private
// board has none.
func TestSmallPrintWithoutControls(t *testing.T) {
	l := limits
	l.MustAnswer = true
	s := newStage(t, l)
	start := typed("ana", "load "+manyMoves)
	start.Delivery = "1"
	s.do(t, start)
	s.restart()
	m := s.do(t, start).Effects[0].Message
	if got := m.Footers[len(m.Footers)-1].String(); got != "Move 29 · 27 moves" || len(m.Controls) != 0 {
		t.Errorf("without controls the small print is %q with %v", got, m.Controls)
	}
}
