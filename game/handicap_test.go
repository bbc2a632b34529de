package game

import (
	"testing"

	"othellobot/rules"
)

func TestHandicap(t *testing.T) {
	for corners, want := range map[int]string{1: "a1", 2: "a1 h8", 3: "a1 h1 h8", 4: "a1 h1 a8 h8"} {
		g := NewDuel(1, here, ana, Engine, rules.Black, noon).WithHandicap(corners)
		p := g.Position()
		more := p.Black &^ rules.Start().Black
		if g.Handicap() != corners || more.String() != want || p.ToMove != rules.White || p.White != rules.Start().White {
			t.Errorf("%d corners: %d, on %v, %v moves", corners, g.Handicap(), more, p.ToMove)
		}
	}
	if g := NewDuel(1, here, ana, bo, rules.Black, noon); g.Handicap() != 0 {
		t.Error("the usual start is a handicap")
	}
}

// A duel with a handicap is never recorded or rated. Its rematch has the same handicap.
func TestHandicapCountsInNothing(t *testing.T) {
	for _, opponent := range []Player{Engine, bo} {
		g := NewDuel(1, here, ana, opponent, rules.Black, noon)
		g.Rated = opponent == bo
		g, _, err := g.WithHandicap(2).end(Result{Reason: PlayedOut}, noon)
		if err != nil || g.Counts() || g.CountsRated() || g.MayRate() {
			t.Errorf("against %q it counts (%v)", opponent, err)
		}
		again, err := g.Rematch(2, ana, noon)
		if color, _ := again.Side(ana); err != nil || again.Handicap() != 2 || color != rules.Black {
			t.Errorf("against %q the rematch has %d corners, and is played as %v (%v)", opponent, again.Handicap(), color, err)
		}
	}
}
