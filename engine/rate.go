package engine

import (
	"cmp"
	"context"
	"slices"

	"othellobot/rules"
)

// Rated is a move with its value for the side that makes it, in discs.
type Rated struct {
	Square rules.Square
	Value  float64
}

// Rate values all moves of p, the best first. p must have a legal move. It searches a ply
// deeper each time until a limit is reached or ctx is done. For moves worse than the best
// by more than reach discs, the value is only an upper bound.
func (s *Searcher) Rate(ctx context.Context, p rules.Position, l Limits, reach float64) []Rated {
	s.begin(ctx, l)
	root := nodeOf(boardOf(p))
	empties := p.Empties().Len()
	depth := min(l.Depth, empties)
	if empties <= l.Exact || depth == 0 {
		depth = empties
	}
	list := slices.Clone(s.optionsOf(&root, root.moves(), empties))
	for i := range list {
		list[i].order = -int32(list[i].static)
	}
	sortByOrder(list)
	for d := range s.depths(depth, empties) {
		next := slices.Clone(list)
		if s.rateOnce(next, d, int(reach*valueUnit)); !s.halted {
			sortByOrder(next)
			list = next
		}
	}
	rated := make([]Rated, len(list))
	for i, o := range list {
		rated[i] = Rated{o.square, float64(o.order) / valueUnit}
	}
	return rated
}

// rateOnce sets the order of each option to its value by a search of depth plies.
func (s *Searcher) rateOnce(list []option, depth, reach int) {
	best := -infiniteValue
	for i := range list {
		o := &list[i]
		alpha := max(best-reach-1, -infiniteValue)
		v := -s.pvs(&o.node, o.moves, o.static, depth-1, -infiniteValue, -alpha)
		o.order = int32(v)
		best = max(best, v)
	}
}

func sortByOrder(list []option) {
	slices.SortStableFunc(list, func(a, b option) int { return cmp.Compare(b.order, a.order) })
}
