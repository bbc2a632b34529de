package engine

import (
	"cmp"
	"context"
	"slices"

	"othellobot/rules"
)

// Line is a move with the result of a search behind it.
type Line struct {
	Square rules.Square
	Value  float64 // for the side that makes the move, in discs
	Exact  bool    // Value is the margin between perfect players
	Depth  int     // plies looked ahead, counting this move
	Nodes  uint64  // positions searched
}

// Analyze values each move of p by a separate search, and returns the best first. l
// applies to p: a move is searched l.Depth-1 plies further, or to the end if l.Depth is
// 0. l.Nodes bounds each search. Without a legal move it returns no lines. If ctx is done
// meanwhile, some values come from shallower searches.
func (s *Searcher) Analyze(ctx context.Context, p rules.Position, l Limits) []Line {
	var lines []Line
	for square := range p.Legal().Squares() {
		next, _ := p.Play(square) // it is legal
		line := s.valueOf(ctx, next, l)
		line.Square = square
		if next.ToMove != p.ToMove {
			line.Value = 0 - line.Value // not -0
		}
		lines = append(lines, line)
	}
	slices.SortStableFunc(lines, func(a, b Line) int { return cmp.Compare(b.Value, a.Value) })
	return lines
}

// valueOf values a position after a move for the side to move. l applies to the position
// before the move.
func (s *Searcher) valueOf(ctx context.Context, p rules.Position, l Limits) Line {
	b := boardOf(p)
	switch {
	case p.Over():
		return Line{Value: float64(b.margin()), Exact: true, Depth: 1}
	case l.Depth == 1 && b.empties().Len() >= l.Exact:
		return Line{Value: s.weights.Value(b.own, b.opp), Depth: 1, Nodes: 1}
	}
	found := s.Think(ctx, p, l.behind())
	return Line{Value: found.Value, Exact: found.Exact, Depth: found.Depth + 1, Nodes: found.Nodes}
}

// behind returns the limits after one more ply.
func (l Limits) behind() Limits {
	return Limits{Depth: max(0, l.Depth-1), Exact: l.Exact - 1, Nodes: l.Nodes}
}

// BestPlay returns the moves of both sides from p, each found by a search within the
// limits and a ply shallower than the one before. A solved end is played out. Otherwise
// there are l.Depth moves, or all if l.Depth is 0. Passes are left out.
func (s *Searcher) BestPlay(ctx context.Context, p rules.Position, l Limits) (moves []rules.Square) {
	for n := 0; !p.Over() && ctx.Err() == nil; n++ {
		left := Limits{Depth: l.Depth - n, Exact: l.Exact, Nodes: l.Nodes}
		if l.Depth == 0 {
			left.Depth = 0
		} else if left.Depth <= 0 {
			if p.Empties().Len() > l.Exact {
				break
			}
			left.Depth = 1
		}
		square := s.Think(ctx, p, left).Square
		moves = append(moves, square)
		p, _ = p.Play(square)
	}
	return moves
}
