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
	rated := make([]Rated, len(list))
	for i, o := range list {
		rated[i] = Rated{o.square, -float64(o.static) / valueUnit}
	}
	byValue(rated, list)
	for d := range s.depths(depth, empties) {
		if next := s.rateOnce(list, d, int(reach*valueUnit)); !s.halted {
			rated = next
			byValue(rated, list)
		}
	}
	return rated
}

func (s *Searcher) rateOnce(list []option, depth, reach int) []Rated {
	rated := make([]Rated, len(list))
	best := -infiniteValue
	for i := range list {
		alpha := max(best-reach-1, -infiniteValue)
		v := -s.pvs(&list[i].node, list[i].moves, list[i].static, depth-1, -infiniteValue, -alpha)
		rated[i] = Rated{list[i].square, float64(v) / valueUnit}
		best = max(best, v)
	}
	return rated
}

// byValue sorts both lists, the best move first.
func byValue(rated []Rated, list []option) {
	slices.SortStableFunc(rated, func(a, b Rated) int { return cmp.Compare(b.Value, a.Value) })
	place := make(map[rules.Square]int, len(rated))
	for i, r := range rated {
		place[r.Square] = i
	}
	slices.SortFunc(list, func(a, b option) int { return place[a.square] - place[b.square] })
}
