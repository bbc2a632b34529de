package engine

import (
	"cmp"
	"context"
	"slices"

	"othellobot/rules"
)

// Think searches for the best move of p. p must have a legal move. Think searches a ply deeper
// each time until a limit is reached or ctx is done. The result always holds a legal move, the
// best found so far.
func (s *Searcher) Think(ctx context.Context, p rules.Position, l Limits) Result {
	s.begin(ctx, l)
	depth := l.Depth
	if depth == 0 || p.Empties().Len() <= l.Exact {
		depth = mostPlies
	}
	found := s.deepen(boardOf(p), depth)
	found.Nodes = s.nodes
	return found
}

func (s *Searcher) deepen(b board, depth int) Result {
	p := nodeOf(b)
	empties := b.empties().Len()
	list := append([]option(nil), s.optionsOf(&p, b.moves(), empties)...)
	for i := range list {
		pickOption(list[i:])
	}
	found := Result{Square: list[0].square}
	for d := range s.depths(depth, empties) {
		if d == empties && empties >= selectiveFrom {
			s.finish(list, empties, &found)
			break
		}
		v := s.aspireFirst(list, d, int(found.Value*valueUnit))
		found.Square = list[0].square
		if !s.halted {
			found.Value, found.Depth, found.Exact = float64(v)/valueUnit, d, d == empties && !s.selective()
		}
	}
	return found
}

// aspireFirst is bestFirst in a window around the expected value. If the value lies
// outside, it opens that side of the window.
func (s *Searcher) aspireFirst(list []option, depth, expected int) int {
	low, high := -infiniteValue, infiniteValue
	if depth >= aspireDepth {
		low, high = max(low, expected-aspireReach), min(high, expected+aspireReach)
	}
	for {
		v := s.bestFirst(list, depth, low, high)
		switch {
		case s.halted:
			return v
		case v <= low && low > -infiniteValue:
			low = -infiniteValue
		case v >= high && high < infiniteValue:
			high = infiniteValue
		default:
			return v
		}
	}
}

const (
	aspireDepth = 5             // minimum depth for a narrow window at the root
	aspireReach = 2 * valueUnit // half-width of that window
)

// bestFirst searches depth plies ahead between alpha and beta, moves the best option to
// the front and returns its value. If no option beats alpha, the first one stays in
// front. In a halted search, only an option that has proved better comes to the front.
func (s *Searcher) bestFirst(list []option, depth, alpha, beta int) int {
	best := -infiniteValue
	for i := range list {
		v := s.tryOption(&list[i], depth, max(alpha, best), beta, i == 0)
		if s.halted {
			break
		}
		if v <= best {
			continue
		}
		best = v
		if v > alpha {
			o := list[i]
			copy(list[1:i+1], list[:i])
			list[0] = o
		}
		if v >= beta {
			break
		}
	}
	return best
}

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
