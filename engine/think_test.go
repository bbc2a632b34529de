package engine

import (
	"math"
	"math/bits"
	"testing"

	"othellobot/rules"
)

// naive is the margin of perfect play for the side to move, by trying
// everything with rules alone.
func naive(t testing.TB, p rules.Position) int {
	if p.Over() {
		score := p.FinalScore()
		return score.Of(p.ToMove) - score.Of(p.ToMove.Opponent())
	}
	best := math.MinInt
	for s := range p.Legal().Squares() {
		next := play(t, p, s)
		v := naive(t, next)
		if next.ToMove != p.ToMove {
			v = -v
		}
		best = max(best, v)
	}
	return best
}

// solve is the margin of p as level 3 finds it, and the move it then makes.
func solve(t testing.TB, p rules.Position) (int, rules.Square) {
	t.Helper()
	found, err := think(t.Context(), p, luck(p, 1))
	if err != nil || !found.exact {
		t.Fatalf("not solved: %+v, %v\n%s", found, err, p.FormatBoard(rules.AlphabetXO))
	}
	return found.margin, found.square
}

func TestSolvesLikeNaive(t *testing.T) {
	seeds := uint64(60)
	if testing.Short() {
		seeds = 10
	}
	solved := 0
	for seed := range seeds {
		for empties := 1; empties <= 7; empties++ {
			p, ok := midway(t, random, seed, empties)
			if !ok {
				continue
			}
			want := naive(t, p)
			margin, square := solve(t, p)
			next := play(t, p, square)
			held := naive(t, next)
			if next.ToMove != p.ToMove {
				held = -held
			}
			if margin != want || held != want {
				t.Errorf("margin %+d, %v holds %+d, want %+d\n%s", margin, square, held, want, p.FormatBoard(rules.AlphabetXO))
			}
			solved++
		}
	}
	if solved < int(seeds)*6 {
		t.Errorf("only %d positions solved", solved)
	}
}

// TestSolvesPublishedEndgames goes down from positions whose every move has a
// published score until few enough squares are empty, and solves those.
func TestSolvesPublishedEndgames(t *testing.T) {
	var down func(p rules.Position) int
	down = func(p rules.Position) int {
		if p.Over() {
			return naive(t, p)
		}
		if p.Empties().Len() <= exactEmpties {
			margin, _ := solve(t, p)
			return margin
		}
		best := math.MinInt
		for s := range p.Legal().Squares() {
			next := play(t, p, s)
			v := down(next)
			if next.ToMove != p.ToMove {
				v = -v
			}
			best = max(best, v)
		}
		return best
	}
	const nearEmpties = exactEmpties + 2
	tried := 0
	for _, file := range []string{"fforum-1-19.obf", "fforum-20-39.obf"} {
		for _, problem := range problems(t, file) {
			if problem.p.Empties().Len() > nearEmpties {
				continue
			}
			for square, want := range problem.scores {
				if testing.Short() && want != best(problem.scores) {
					continue
				}
				next := play(t, problem.p, square)
				got := down(next)
				if next.ToMove != problem.p.ToMove {
					got = -got
				}
				if got != want {
					t.Errorf("%s: %v is worth %+d, published %+d", problem.name, square, got, want)
				}
				tried++
			}
		}
	}
	t.Logf("%d moves with at most %d empties", tried, nearEmpties)
	if tried == 0 {
		t.Error("no position is near enough to the end")
	}
}

func best(scores map[rules.Square]int) int {
	v := math.MinInt
	for _, score := range scores {
		v = max(v, score)
	}
	return v
}

// TestTakesFreeCorner asks in positions where, looking seven moves ahead, the
// corner is far ahead of every other move; and in the same turned by 180°.
func TestTakesFreeCorner(t *testing.T) {
	tests := []struct {
		board  string
		corner rules.Square
	}{
		{"--------O-X------OOOOOO-XXOXOO--XOXOOOX-XXOXOXXXXX-OO----OX-O--- X", a8},
		{"------------X------OXXO--OOXXOX---XOXOXX-XXOOOOO---OOOXO-----O-- X", h8},
		{"--O-OXX-OXOOOOXXXOOXOXO---OXOOOO-XXXO--X-XO-XO---XO---O-X-O----O X", a1},
		{"------X-----XX---O-XXO----XOXX---XOOXOXX-OXXXO--OOXXOO---XXO-O-- O", a8},
	}
	for _, test := range tests {
		for _, turn := range []bool{false, true} {
			p, corner := position(t, test.board), test.corner
			if turn {
				p.Black = rules.Bitboard(bits.Reverse64(uint64(p.Black)))
				p.White = rules.Bitboard(bits.Reverse64(uint64(p.White)))
				corner = h8 - corner
			}
			for seed := range uint64(5) {
				if s := level(3)(t, p, seed); s != corner {
					t.Errorf("plays %v, not %v\n%s", s, corner, p.FormatBoard(rules.AlphabetXO))
				}
			}
		}
	}
}

// TestSolvesWithinBudget solves positions of tournament games; solve fails if
// the budget does not do.
func TestSolvesWithinBudget(t *testing.T) {
	step := 50
	if testing.Short() {
		step = 1000
	}
	solved := 0
	for i, moves := range finishedGames(t) {
		if i%step != 0 {
			continue
		}
		p := rules.Start()
		for _, m := range moves {
			if p.Empties().Len() == exactEmpties {
				break
			}
			p = play(t, p, m)
		}
		if !p.Over() {
			solve(t, p)
			solved++
		}
	}
	t.Logf("%d positions with %d empties solved", solved, exactEmpties)
}
