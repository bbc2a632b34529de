package engine

import (
	"context"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"othellobot/rules"
)

// The opponent that the engine is measured against: a small alpha-beta search
// on mobility, frontier and corners that solves the last twelve squares.

// The budget of a move.
const (
	thinkNodes = 60_000 // positions looked at in the middle of the game

	exactEmpties = 12        // with no more empties than this the rest is solved
	exactNodes   = 1_000_000 // far more than solving has been seen to take
	exactFrom    = 4         // moves looked ahead, to order the moves, before solving
)

// finding is the result of a search.
type finding struct {
	square rules.Square
	exact  bool // margin is the result of the game between perfect players
	margin int  // in discs for the side to move; 0 if not exact
}

// think searches for the best move of p, which must have one, one move deeper
// each time until the budget is spent. Among moves found equally good, rng
// decides. The error is that of ctx, once it is done.
func think(ctx context.Context, p rules.Position, rng *rand.Rand) (finding, error) {
	b := boardOf(p)
	empties := b.empties().Len()
	s := &search{ctx: ctx, budget: thinkNodes}
	if empties <= exactEmpties {
		s.budget = exactNodes
	}
	moves := appendChildren(nil, b, b.moves())
	rng.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	for depth := 1; ; depth++ {
		if empties <= exactEmpties && depth > exactFrom {
			depth = empties
		}
		v := s.bestFirst(moves, depth)
		switch {
		case s.err != nil:
			return finding{square: rules.NoSquare}, s.err
		case s.stopped():
			return finding{square: moves[0].square}, nil
		case depth >= empties:
			return finding{square: moves[0].square, exact: true, margin: v / won}, nil
		}
	}
}

// bestFirst looks depth moves ahead, brings the best move to the front and gives
// its value. If the search is stopped meanwhile, a move comes to the front only
// if it has proved better than the one there.
func (s *search) bestFirst(moves []child, depth int) int {
	best := -infinity
	for i, c := range moves {
		v := s.try(c, depth, best, infinity)
		if s.stopped() {
			break
		}
		if v > best {
			best = v
			copy(moves[1:i+1], moves[:i])
			moves[0] = c
		}
	}
	return best
}

// Values of finished games are their margin in discs times won, so that a
// result that is certain outweighs any judgement.
const (
	won      = 10_000
	infinity = 65 * won
)

// pollNodes is how many positions may pass before the context is asked again,
// well under a millisecond.
const pollNodes = 1 << 10

// search is one alpha-beta search (https://www.chessprogramming.org/Alpha-Beta,
// in the negamax form with null windows), with its budget.
type search struct {
	ctx    context.Context
	err    error   // of ctx, once it is done
	nodes  int     // positions looked at
	budget int     // the most that may be
	stack  []child // the moves of all positions between the root and here
}

// stopped reports whether ctx is done or the budget spent. Values found since
// mean nothing.
func (s *search) stopped() bool { return s.err != nil || s.nodes > s.budget }

// count adds a position to those looked at.
func (s *search) count() {
	s.nodes++
	if s.nodes%pollNodes == 0 && s.err == nil {
		s.err = s.ctx.Err()
	}
}

// value returns what b, where the side to move has the given moves, is worth to that
// side after depth more moves, passes not counted: exactly if it lies between
// alpha and beta, else on the right side of them. With a depth of all the
// empties it is exact to the end of the game.
func (s *search) value(b board, moves rules.Bitboard, depth, alpha, beta int) int {
	s.count()
	switch {
	case s.stopped():
		return 0
	case moves.IsEmpty():
		b = b.pass()
		moves = b.moves()
		if moves.IsEmpty() {
			return -won * b.margin()
		}
		return -s.value(b, moves, depth, -beta, -alpha)
	case depth == 0:
		return evaluate(b, moves)
	}
	kept := len(s.stack)
	s.stack = appendChildren(s.stack, b, moves)
	best := -infinity
	for list := s.stack[kept:]; len(list) > 0 && best < beta; list = list[1:] {
		promisingFirst(list)
		best = max(best, s.try(list[0], depth, max(alpha, best), beta))
	}
	s.stack = s.stack[:kept]
	return best
}

// try is the value of a move to the side that makes it, with depth counted
// before the move. A move that is not expected to beat alpha is first asked only
// whether it does; the first one has nothing to beat yet.
func (s *search) try(c child, depth, alpha, beta int) int {
	if alpha > -infinity {
		v := -s.value(c.board, c.moves, depth-1, -alpha-1, -alpha)
		if v <= alpha || v >= beta {
			return v
		}
	}
	return -s.value(c.board, c.moves, depth-1, -beta, -alpha)
}

// child is a move and the board after it, seen by the opponent.
type child struct {
	board
	moves  rules.Bitboard // the opponent's moves
	square rules.Square
	order  int // promising moves have a lower one
}

// How moves are ordered: the fewer answers a move leaves, the better.
const (
	replyOrder       = 4
	cornerReplyOrder = 4   // more, if the answer takes a corner
	cornerOrder      = -20 // the move takes a corner
	oddOrder         = -2  // the move is in a quarter with odd empties
)

// appendChildren adds the given legal moves of b to list.
func appendChildren(list []child, b board, moves rules.Bitboard) []child {
	odd := oddQuarters(b.empties())
	for ; moves != 0; moves &= moves - 1 { // a plain loop: this is the inner one
		s := moves.First()
		c := child{board: b.play(s), square: s}
		c.moves = c.board.moves()
		c.order = replyOrder*c.moves.Len() + cornerReplyOrder*(c.moves&corners).Len()
		if corners.Has(s) {
			c.order += cornerOrder
		}
		if odd.Has(s) {
			c.order += oddOrder
		}
		list = append(list, c)
	}
	return list
}

// promisingFirst brings the most promising move to the front. Most lists are
// cut off after a move or two, so sorting them whole would be a waste.
func promisingFirst(list []child) {
	first := 0
	for i := range list {
		if list[i].order < list[first].order {
			first = i
		}
	}
	list[0], list[first] = list[first], list[0]
}

// A disc beside an empty corner, on the diagonal (X-square) or on the edge
// (C-square), helps the opponent to take it.
const (
	xSquares rules.Bitboard = 1<<b2 | 1<<g2 | 1<<b7 | 1<<g7
	cSquares rules.Bitboard = 1<<b1 | 1<<a2 | 1<<g1 | 1<<h2 | 1<<a7 | 1<<b8 | 1<<h7 | 1<<g8

	everywhere = ^rules.Bitboard(0)
)

// What it takes things to be worth to the side that has more of them. Only
// the proportions matter; they were chosen by play against each other.
const (
	moveWorth     = 8
	frontierWorth = -5 // a disc beside an empty square, where the opponent may find a move
	cornerWorth   = 80
	xSquareWorth  = -40 // while its corner is empty
	cSquareWorth  = -15 // while its corner is empty

	lateAlphaBeta = 16 // discs begin to count with fewer empties than this
)

// evaluate judges a board on which the side to move has the given moves,
// positive if that side is better off. It never comes near won.
func evaluate(b board, moves rules.Bitboard) int {
	empties := b.empties()
	near := neighbours(corners & empties)
	v := moveWorth*(moves.Len()-b.pass().moves().Len()) +
		frontierWorth*lead(b, neighbours(empties)) +
		cornerWorth*lead(b, corners) +
		xSquareWorth*lead(b, near&xSquares) +
		cSquareWorth*lead(b, near&cSquares)
	if late := lateAlphaBeta - empties.Len(); late > 0 {
		v += late * lead(b, everywhere) / 4
	}
	return v
}

// lead is how many more discs the side to move has in the set.
func lead(b board, set rules.Bitboard) int {
	return (b.own & set).Len() - (b.opp & set).Len()
}

// TestBeatsAlphaBeta plays against the small search with about as much time as
// that takes, and logs both times. With OTHELLO_LONG set it is 200 games.
func TestBeatsAlphaBeta(t *testing.T) {
	pairs := 8
	switch {
	case os.Getenv("OTHELLO_LONG") != "":
		pairs = 100
	case testing.Short():
		pairs = 1
	}
	s := NewSearcher(Trained(), 16<<20)
	ours, small := &timed{strategy: func(t testing.TB, p rules.Position, _ uint64) rules.Square {
		return s.Think(t.Context(), p, Limits{Nodes: 60_000, Exact: 14}).Square
	}}, &timed{strategy: func(t testing.TB, p rules.Position, seed uint64) rules.Square {
		found, err := think(t.Context(), p, luck(p, seed))
		if err != nil {
			t.Fatal(err)
		}
		return found.square
	}}
	r := match(t, ours.play, small.play, pairs)
	t.Logf("%v; %v a game, against %v", r, ours.took/time.Duration(2*pairs), small.took/time.Duration(2*pairs))
	if r.share() < 0.75 {
		t.Errorf("%v against a small search", r)
	}
}

// timed is a strategy with the time that it takes.
type timed struct {
	strategy
	took time.Duration
}

func (s *timed) play(t testing.TB, p rules.Position, seed uint64) rules.Square {
	begun := time.Now()
	defer func() { s.took += time.Since(begun) }()
	return s.strategy(t, p, seed)
}
