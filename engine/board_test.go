package engine

import (
	"testing"

	"othellobot/rules"
)

func TestBoardPlaysByTheRules(t *testing.T) {
	for seed := range uint64(50) {
		for _, p := range game(t, random, random, seed) {
			b := boardOf(p)
			if b.moves() != p.Legal() || b.empties() != p.Empties() {
				t.Fatalf("moves %v, want %v", b.moves(), p.Legal())
			}
			if p.Over() {
				if score := p.FinalScore(); b.margin() != score.Of(p.ToMove)-score.Of(p.ToMove.Opponent()) {
					t.Errorf("margin %+d of %v for %v", b.margin(), score, p.ToMove)
				}
			}
			for s := range b.moves().Squares() {
				after, next := b.play(s), play(t, p, s)
				if next.ToMove == p.ToMove && !next.Over() {
					after = after.pass()
				}
				if after != boardOf(next) {
					t.Fatalf("%v gives %v, want %v", s, after, boardOf(next))
				}
			}
		}
	}
}

func TestNeighbours(t *testing.T) {
	for s := range rules.NoSquare {
		var want rules.Bitboard
		for other := range rules.NoSquare {
			if max(abs(s.Column()-other.Column()), abs(s.Row()-other.Row())) <= 1 {
				want |= rules.SetOf(other)
			}
		}
		if got := neighbours(rules.SetOf(s)); got != want {
			t.Errorf("neighbours of %v: %v, want %v", s, got, want)
		}
	}
}

func abs(n int) int { return max(n, -n) }

// TestSquares checks that the named sets hold the squares of their names.
func TestSquares(t *testing.T) {
	edge := func(n int) int { return min(n, 7-n) } // steps to the nearer edge
	for s := range rules.NoSquare {
		file, rank := edge(s.Column()), edge(s.Row())
		for name, set := range map[string]struct{ got, want bool }{
			"corner":          {corners.Has(s), file+rank == 0},
			"beside a corner": {besideCorners.Has(s), file+rank > 0 && max(file, rank) == 1},
		} {
			if set.got != set.want {
				t.Errorf("%v is a %s: %v", s, name, set.got)
			}
		}
		if want := s.Column() < 4 && s.Row() < 4; northWest.Has(s) != want ||
			northEast.Has(s^7) != want || southWest.Has(s^56) != want || southEast.Has(s^63) != want {
			t.Errorf("%v is in the wrong quarter", s)
		}
	}
}
