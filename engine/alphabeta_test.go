package engine

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"othellobot/rules"
)

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
