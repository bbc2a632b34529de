package engine

import (
	"context"
	"math/rand/v2"

	"othellobot/rules"
)

// The budget of a move at level 3.
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
