package engine

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"othellobot/rules"
)

// TestLadder plays each level against the one below with a tenth of the budgets, every
// opening once with either colour. With fixed seeds and no clock, the counts change only
// if the play does. With OTHELLO_LONG set it plays 200 games for each pair.
func TestLadder(t *testing.T) {
	for n := 2; n <= Levels; n++ {
		t.Run(fmt.Sprintf("level %d – level %d", n, n-1), func(t *testing.T) {
			t.Parallel()
			pairs, budget, least := 10, 0.1, 0.5
			switch {
			case os.Getenv("OTHELLO_LONG") != "":
				pairs, least = 100, 0.6
			case testing.Short():
				pairs, budget, least = 2, 0.01, 0.25
			case n == Levels:
				pairs = 4
			}
			r := match(t, playerOf(scaled(n, budget)), playerOf(scaled(n-1, budget)), pairs)
			t.Log(r)
			if r.share() < least {
				t.Errorf("%v, want at least %v", r, least)
			}
		})
	}
}

// TestLevel1IsForChildren checks that level 1 usually, but not always, beats random moves
// and greedy moves.
func TestLevel1IsForChildren(t *testing.T) {
	for _, test := range []struct {
		name        string
		a, b        strategy
		least, most float64
	}{
		{"level 1 – random", level(1), random, 0.6, 0.8},
		{"greedy – level 1", greedy, level(1), 0.3, 0.45},
	} {
		if r := match(t, test.a, test.b, 500); r.share() < test.least || r.share() > test.most {
			t.Errorf("%s: %v, want %v to %v", test.name, r, test.least, test.most)
		}
	}
}

type results struct{ wins, draws, losses int }

func (r results) games() float64 { return float64(r.wins + r.draws + r.losses) }

func (r results) share() float64 { return (float64(r.wins) + float64(r.draws)/2) / r.games() }

func (r results) String() string {
	variance := (float64(r.wins)+float64(r.draws)/4)/r.games() - r.share()*r.share()
	return fmt.Sprintf("%d wins, %d draws, %d losses: %.1f ± %.1f %%",
		r.wins, r.draws, r.losses, 100*r.share(), 196*math.Sqrt(variance/r.games()))
}

// match plays pairs of games, the second with exchanged colours. They start from random
// openings of eight moves that a search finds even within four discs.
func match(t testing.TB, a, b strategy, pairs int) (r results) {
	judge := NewSearcher(Trained(), testMemory)
	for seed := range uint64(pairs) {
		dice := rand.New(rand.NewPCG(seed, 8))
		start, ok := opening(dice, 8)
		for !ok || math.Abs(judge.Think(t.Context(), start, Limits{Depth: 3}).Value) > 4 {
			start, ok = opening(dice, 8)
		}
		for _, margin := range []int{playOut(t, start, a, b, seed), -playOut(t, start, b, a, seed)} {
			switch {
			case margin > 0:
				r.wins++
			case margin < 0:
				r.losses++
			default:
				r.draws++
			}
		}
	}
	return r
}

func playOut(t testing.TB, p rules.Position, black, white strategy, seed uint64) int {
	positions := gameFrom(t, p, black, white, seed)
	score := positions[len(positions)-1].FinalScore()
	return score.Black - score.White
}

// won scales the margin of a finished game, so that a certain result outweighs any
// judgement.
const (
	won      = 10_000
	infinity = 65 * won
)

// alphaBeta returns the value of b for the side to move after depth more moves, passes
// not counted. The value is exact between alpha and beta, and otherwise a bound on the same
// side of the window. Tests compare the engine's searches with this small search, and let
// both play each other.
func alphaBeta(b board, depth, alpha, beta int) int {
	moves := b.moves()
	switch {
	case moves == 0 && b.pass().moves() == 0:
		return won * b.margin()
	case moves == 0:
		return -alphaBeta(b.pass(), depth, -beta, -alpha)
	case depth == 0:
		return judged(b, moves)
	}
	best := -infinity
	for _, c := range answersOf(b, moves) {
		if best = max(best, -alphaBeta(c.board, depth-1, -beta, -max(alpha, best))); best >= beta {
			break
		}
	}
	return best
}

func marginOf(b board) int { return alphaBeta(b, mostPlies, -infinity, infinity) / won }

type child struct {
	board
	square rules.Square
	order  int
}

// answersOf lists the moves of b. Moves that leave the opponent the fewest moves come
// first.
func answersOf(b board, moves rules.Bitboard) []child {
	list := make([]child, 0, moves.Len())
	for s := range moves.Squares() {
		next := b.play(s)
		list = append(list, child{next, s, next.moves().Len()})
	}
	slices.SortFunc(list, func(a, b child) int { return a.order - b.order })
	return list
}

// Values of features for the side that has more of them. Only the proportions matter;
// they were chosen by play against each other.
const (
	moveWorth     = 8
	frontierWorth = -5 // a disc next to an empty square, where the opponent may find a move
	cornerWorth   = 80
	besideWorth   = -25 // a disc next to an empty corner
)

// judged evaluates a board. moves are the legal moves of the side to move. The result
// never comes near won.
func judged(b board, moves rules.Bitboard) int {
	lead := func(set rules.Bitboard) int { return (b.own & set).Len() - (b.opp & set).Len() }
	empties := b.empties()
	return moveWorth*(moves.Len()-b.pass().moves().Len()) + frontierWorth*lead(neighbours(empties)) +
		cornerWorth*lead(corners) + besideWorth*lead(neighbours(corners&empties)&besideCorners)
}

// smallSearch plays by alphaBeta, about as well as level 6. It looks seven moves ahead,
// and to the end from twelve empty squares on.
func smallSearch(_ testing.TB, p rules.Position, seed uint64) rules.Square {
	b, depth := boardOf(p), 7
	if b.empties().Len() <= 12 {
		depth = mostPlies
	}
	moves := answersOf(b, b.moves())
	rand.New(rand.NewPCG(seed, uint64(p.Black))).Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	best, square := -infinity-1, rules.NoSquare
	for _, c := range moves {
		if v := -alphaBeta(c.board, depth-1, -infinity, -best); v > best {
			best, square = v, c.square
		}
	}
	return square
}

// TestBeatsAlphaBeta plays against the small search: 200 games with OTHELLO_LONG set.
func TestBeatsAlphaBeta(t *testing.T) {
	pairs := 8
	switch {
	case os.Getenv("OTHELLO_LONG") != "":
		pairs = 100
	case testing.Short():
		pairs = 1
	}
	s := NewSearcher(Trained(), 16<<20)
	r := match(t, func(t testing.TB, p rules.Position, _ uint64) rules.Square {
		return s.Think(t.Context(), p, Limits{Nodes: 60_000, Exact: 14}).Square
	}, smallSearch, pairs)
	t.Log(r)
	if r.share() < 0.75 {
		t.Errorf("%v against a small search", r)
	}
}
