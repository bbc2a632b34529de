package load

import (
	"strings"
	"testing"

	"othellobot/render"
	"othellobot/rules"
)

func TestMismatch(t *testing.T) {
	first := wholeGame(1)[0].after
	classic, _ := render.ThemeNamed("classic")
	_, cells, _ := strings.Cut(render.Emoji(render.View{Position: first, Hints: first.Legal()}, classic, render.SurfaceKeycaps), "\n")
	seen := "ana played.\n" + boardTop + cells
	if err := mismatch(seen, first); err != nil {
		t.Error(err)
	}
	for _, other := range []string{"", "⚫", strings.Replace(seen, "⚫", "⚪", 1), seen[:len(seen)/2]} {
		if mismatch(other, first) == nil {
			t.Errorf("%q is taken for %v", other, first)
		}
	}
}

// Only the expected answers to a move and to a question pass.
func TestRefusedMovesAreSeen(t *testing.T) {
	m := ply{square: rules.SquareAt(3, 2), flips: rules.SetOf(rules.SquareAt(3, 3))}
	for answer, want := range map[string][2]bool{
		"": {true, false}, `{"text":"Somebody else is to move."}`: {false, false}, `{"text":"*d3*: nothing flips."}`: {false, false},
		`{"text":"*d3* flips d4."}`: {false, true},
	} {
		if got := [2]bool{acknowledged([]byte(answer)) == nil, m.isLegal([]byte(answer)) == nil}; got != want {
			t.Errorf("%q as the answer to a move and to a question: %v, want %v", answer, got, want)
		}
	}
}
