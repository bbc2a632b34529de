// Package analysis values all moves of a position, a ply deeper each time, for programs
// around the engine that show them to people.
//
// It must never choose a move, and the bot must never depend on it.
package analysis

import (
	"context"

	"othellobot/engine"
	"othellobot/rules"
)

// Analyst values the moves of positions. It must not be used concurrently.
type Analyst struct {
	Searcher *engine.Searcher
	Limits   engine.Limits
	Nodes    int // positions that [Analyst.Lines] has searched
}

// Lines values the moves of p and returns the best first.
func (a *Analyst) Lines(ctx context.Context, p rules.Position, l engine.Limits) []engine.Line {
	lines := a.Searcher.Analyze(ctx, p, l)
	for _, line := range lines {
		a.Nodes += int(line.Nodes)
	}
	return lines
}

// BestPlay returns a transcript of a move of p and the best play after it. It is empty if
// the move is illegal.
func (a *Analyst) BestPlay(ctx context.Context, p rules.Position, square rules.Square, l engine.Limits) string {
	next, err := p.Play(square)
	if err != nil {
		return ""
	}
	moves := []rules.Square{square}
	if l.Depth > 1 || next.Empties().Len() < l.Exact {
		moves = append(moves, a.Searcher.BestPlay(ctx, next, engine.Limits{Depth: max(1, l.Depth-1), Exact: l.Exact - 1})...)
	}
	return rules.FormatTranscript(moves)
}

// Depths returns the limits of successive searches of a position: a ply deeper each time,
// and finally to the end if the limits allow it.
func (a *Analyst) Depths(empties int) (list []engine.Limits) {
	for d := 1; d <= a.Limits.Depth && d < empties; d++ {
		list = append(list, engine.Limits{Depth: d})
	}
	if empties <= a.Limits.Exact || empties <= a.Limits.Depth {
		if solved := empties - 8; len(list) > solved { // the last steps take as long as solving
			list = list[:max(0, solved)]
		}
		list = append(list, engine.Limits{Depth: empties, Exact: empties})
	}
	return list
}
