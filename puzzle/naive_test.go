package puzzle

import (
	"slices"
	"testing"

	"othellobot/rules"
)

// solved returns the margin of p between perfect players for a side. It uses a plain
// alpha-beta search that shares no code with the engine. The value is exact between low
// and high, and otherwise the nearer bound. Moves that leave few answers come first, only
// to save time.
func solved(p rules.Position, side rules.Color, low, high int) int {
	if p.Over() {
		score := p.FinalScore()
		return max(low, min(score.Of(side)-score.Of(side.Opponent()), high))
	}
	if p.Legal().IsEmpty() {
		p.ToMove = p.ToMove.Opponent()
	}
	var room [32]rules.Position
	list := room[:0]
	for s := range p.Legal().Squares() {
		next, _ := p.Play(s) // it is legal
		list = append(list, next)
	}
	if p.Empties().Len() > 4 {
		slices.SortStableFunc(list, func(a, b rules.Position) int { return a.Legal().Len() - b.Legal().Len() })
	}
	for _, next := range list {
		v := solved(next, side, low, high)
		if p.ToMove == side {
			low = max(low, v)
		} else {
			high = min(high, v)
		}
		if low >= high {
			break
		}
	}
	if p.ToMove == side {
		return low
	}
	return high
}

// naiveMargin returns the exact margin between perfect players for one side.
func naiveMargin(p rules.Position, side rules.Color) int { return solved(p, side, -64, 64) }

// TestNaive compares the naive solver with known results.
func TestNaive(t *testing.T) {
	for _, test := range []struct {
		board string
		side  rules.Color
		want  int
	}{
		{"X---------------------------------------------------------------", rules.Black, 64},
		{"X---------------------------------------------------------------", rules.White, -64},
		{"X-O-------------------------------------------------------------", rules.Black, 0},
		{"OX--------------------------------------------------------------", rules.Black, -64},
		{"XO--------------------------------------------------------------", rules.Black, 64},
		{"XO----XO--------------------------------------------------------", rules.Black, 0}, // c1f1, and no side can move
		{"XXOOOOOOXXOOOOO-XOXXOOOXOOXXOXOXOOOOXXOOXXOOXXO-XXOOOOXXXXXXXX-X", rules.White, 0},
	} {
		p, err := rules.ParseBoard(test.board, test.side)
		if err != nil {
			t.Fatal(err)
		}
		if got := naiveMargin(p, test.side); got != test.want {
			t.Errorf("%s, %v to move: %d, want %d", test.board, test.side, got, test.want)
		}
	}
}
