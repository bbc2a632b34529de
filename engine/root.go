package engine

import (
	"cmp"
	"context"
	"iter"
	"math"
	"slices"

	"othellobot/rules"
)

// Think searches for the best move of p, which must have a legal move. It searches a ply deeper
// each time until a limit is reached or ctx is done. The result holds the best move found so far.
func (s *Searcher) Think(ctx context.Context, p rules.Position, l Limits) Result {
	s.begin(ctx, l)
	depth := l.Depth
	if depth == 0 || p.Empties().Len() <= l.ExactEmpties {
		depth = maxPlies
	}
	found := s.deepen(boardOf(p), depth)
	found.Nodes = s.nodes
	return found
}

func (s *Searcher) deepen(b board, depth int) Result {
	p := nodeOf(b)
	empties := b.empties().Len()
	list := slices.Clone(s.optionsOf(&p, b.moves(), empties))
	for i := range list {
		pickOption(list[i:])
	}
	found := Result{Square: list[0].square}
	for d := range s.depths(depth, empties) {
		if d == empties && empties >= selectiveFrom {
			s.finish(list, empties, &found)
			break
		}
		s.searchRoot(list, d, empties, &found)
	}
	return found
}

// depths yields search depths up to depth, until the search must end. Near the end of the game it
// skips to the end and repeats that depth with growing certainty.
func (s *Searcher) depths(depth, empties int) iter.Seq[int] {
	return func(yield func(int) bool) {
		last := depth
		if depth >= empties {
			last = empties - skippedPlies
		}
		for d := 1; d <= last && !s.stop(); d++ {
			if !yield(d) {
				return
			}
		}
		if depth < empties {
			return
		}
		if left := s.budget - min(s.budget, s.nodes); s.cheapEnds && left < math.MaxUint64/endingSpeedup {
			s.budget = s.nodes + endingSpeedup*left
		}
		s.endDepth = exactDepth
		if empties >= selectiveFrom {
			s.endDepth = selectiveDepth
		}
		for ; s.endDepth < exactDepth && !s.stop(); s.endDepth++ {
			if !yield(empties) {
				return
			}
		}
		if s.endDepth = exactDepth; !s.stop() {
			yield(empties)
		}
	}
}

// finish first estimates the margin selectively, then proves who wins, and then searches for the
// exact margin. Only the exact margin can replace a move proved to win or draw.
func (s *Searcher) finish(list []option, empties int, found *Result) {
	s.endDepth = selectiveDepth
	s.searchRoot(list, empties, empties, found)
	kept := rules.NoSquare
	for s.endDepth++; s.endDepth <= exactDepth && !s.stop(); s.endDepth++ {
		v := s.bestFirst(list, empties, -valueUnit, valueUnit)
		found.Square = list[0].square
		if s.endDepth == exactDepth && !s.halted && v >= 0 {
			kept = found.Square
		}
	}
	if s.cheapEnds {
		s.budget /= marginShare
	}
	for _, s.endDepth = range [...]int{orderingDepth, exactDepth} {
		s.searchRoot(list, empties, empties, found)
	}
	if kept != rules.NoSquare && !found.Exact {
		found.Square = kept
	}
}

// searchRoot searches depth plies ahead and updates found. A halted search changes at most the move.
func (s *Searcher) searchRoot(list []option, depth, empties int, found *Result) {
	if s.stop() {
		return
	}
	v := s.aspireFirst(list, depth, int(found.Value*valueUnit))
	found.Square = list[0].square
	if !s.halted {
		found.Value, found.Depth, found.Exact = float64(v)/valueUnit, depth, depth == empties && !s.selective()
	}
}

const (
	aspireDepth   = 5             // minimum depth for a narrow window at the root
	aspireReach   = 2 * valueUnit // half-width of that window
	skippedPlies  = 8             // deepening leaves out this many last plies and jumps to the end, which is faster
	marginShare   = 5             // with cheap endings, the search for the margin gets one part in marginShare of the budget
	endingSpeedup = 4             // endgame positions that take as long as one midgame position
)

// aspireFirst is bestFirst in a window around the expected value. It opens the side where the value
// lies outside.
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

// bestFirst searches depth plies ahead between alpha and beta, and returns the value. It moves the
// best option to the front, but only one that has proved better than alpha.
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

// RatedMove is a move with its value for the side that makes it, in discs.
type RatedMove struct {
	Square rules.Square
	Value  float64
}

// Rate returns all moves of p with their values, the best first. l limits it as in [Searcher.Think].
// For moves worse than the best by more than reach discs, the value may be only an upper bound.
func (s *Searcher) Rate(ctx context.Context, p rules.Position, l Limits, reach float64) []RatedMove {
	s.begin(ctx, l)
	root := nodeOf(boardOf(p))
	empties := p.Empties().Len()
	depth := min(l.Depth, empties)
	if empties <= l.ExactEmpties || depth == 0 {
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
	rated := make([]RatedMove, len(list))
	for i, o := range list {
		rated[i] = RatedMove{o.square, float64(o.order) / valueUnit}
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
