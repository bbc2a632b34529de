// Package analysis values all moves of a position, for programs that show the values to
// people.
//
// It must never choose a move, and the bot must never depend on it.
package analysis

import (
	"cmp"
	"context"
	"slices"

	"othellobot/engine"
	"othellobot/rules"
)

// Analyst values the moves of positions. It must not be used concurrently.
type Analyst struct {
	Weights  *engine.Weights // the weights of Searcher
	Searcher *engine.Searcher
	Limits   engine.Limits // bounds [Analyst.Depths]
	Nodes    int           // positions that [Analyst.Lines] has searched
}

// Line is a move with the result of a search.
type Line struct {
	Square rules.Square
	Value  float64 // for the side that makes the move, in discs
	Exact  bool    // Value is the margin between perfect players
	Depth  int     // plies looked ahead, counting this move
}

// Lines values each move of p by a separate search, and returns the best first. l.Depth
// counts the move: the search after it goes l.Depth-1 plies further, or to the end if l.Depth is 0.
// Without a legal move Lines returns nil. If ctx is done meanwhile, some values come from
// shallower searches.
func (a *Analyst) Lines(ctx context.Context, p rules.Position, l engine.Limits) []Line {
	var lines []Line
	for square := range p.Legal().Squares() {
		next, _ := p.Play(square) // it is legal
		line := a.valueOf(ctx, next, l)
		line.Square = square
		if next.ToMove != p.ToMove {
			line.Value = 0 - line.Value // -line.Value could be a negative zero
		}
		lines = append(lines, line)
	}
	slices.SortStableFunc(lines, func(a, b Line) int { return cmp.Compare(b.Value, a.Value) })
	return lines
}

// valueOf values p, the position after a move, for the side to move there. The limits count
// from the position before the move.
func (a *Analyst) valueOf(ctx context.Context, p rules.Position, l engine.Limits) Line {
	own, opp := p.ToMove, p.ToMove.Opponent()
	switch {
	case p.Over():
		score := p.FinalScore()
		return Line{Value: float64(score.Of(own) - score.Of(opp)), Exact: true, Depth: 1}
	case l.Depth == 1 && p.Empties().Len() >= l.ExactEmpties:
		a.Nodes++
		return Line{Value: a.Weights.Value(p.Discs(own), p.Discs(opp)), Depth: 1}
	}
	found := a.Searcher.Think(ctx, p, engine.Limits{Depth: max(0, l.Depth-1), ExactEmpties: l.ExactEmpties - 1})
	a.Nodes += int(found.Nodes)
	return Line{Value: found.Value, Exact: found.Exact, Depth: found.Depth + 1}
}

// BestPlay returns a transcript of a move of p and the best play after it. Each move is
// searched a ply shallower than the one before, and a solved end is played out. The
// transcript is empty if the move is illegal.
func (a *Analyst) BestPlay(ctx context.Context, p rules.Position, square rules.Square, l engine.Limits) string {
	var moves []rules.Square
	for {
		next, err := p.Play(square)
		if err != nil {
			break
		}
		p, moves = next, append(moves, square)
		l.Depth--
		if p.Over() || ctx.Err() != nil || l.Depth < 1 && p.Empties().Len() >= l.ExactEmpties {
			break
		}
		square = a.Searcher.Think(ctx, p, engine.Limits{Depth: max(1, l.Depth), ExactEmpties: l.ExactEmpties - 1}).Square
	}
	return rules.FormatTranscript(moves)
}

// Depths returns the limits of successive searches of a position: a ply deeper each time,
// and finally to the end if the limits allow it.
func (a *Analyst) Depths(empties int) (list []engine.Limits) {
	for d := 1; d <= a.Limits.Depth && d < empties; d++ {
		list = append(list, engine.Limits{Depth: d})
	}
	if empties <= a.Limits.ExactEmpties || empties <= a.Limits.Depth {
		if solved := empties - 8; len(list) > solved { // the last steps take as long as solving
			list = list[:max(0, solved)]
		}
		list = append(list, engine.Limits{Depth: empties, ExactEmpties: empties})
	}
	return list
}
