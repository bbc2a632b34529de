package load

import (
	"strings"
	"testing"

	"othellobot/render"
)

func TestBoardsAreHeldAgainstTheGame(t *testing.T) {
	first := wholeGame(1)[0].after
	said := "<@U1> played.\n" + render.Words(render.View{Position: first, Hints: first.Legal()})
	if err := tells(said, first); err != nil {
		t.Error(err)
	}
	for _, other := range []string{"", "Black: d4.", strings.Replace(said, "Black: ", "Black: a1 ", 1), said[:len(said)/2]} {
		if tells(other, first) == nil {
			t.Errorf("%q is taken for %v", other, first)
		}
	}
}

// What is no answer to a move that was made fails a run.
func TestRefusedMovesAreSeen(t *testing.T) {
	for answer, want := range map[string][2]bool{
		"": {true, false}, `{"text":"It is Bo's turn."}`: {false, false}, `{"text":"*d3* is legal for Black: it flips d4."}`: {false, true},
	} {
		if got := [2]bool{acknowledged([]byte(answer)) == nil, isLegal([]byte(answer)) == nil}; got != want {
			t.Errorf("%q as the answer to a move and to a question: %v, want %v", answer, got, want)
		}
	}
}
