package engine

import (
	"cmp"
	"context"
	"slices"

	"othellobot/rules"
)

// Reasons for a hint.
const (
	ReasonOnlyMove   = "only-move"   // there is no other legal move
	ReasonSolvedWin  = "solved-win"  // it wins against any defence
	ReasonSolvedDraw = "solved-draw" // it keeps the draw, and no move wins
	ReasonSolvedLoss = "solved-loss" // every move loses, this one by the fewest discs
	ReasonSearch     = "search"      // a search finds it best
)

// Limits of a hint. A hint takes about a third of a second.
const (
	hintNodes   = 300_000
	hintExact   = 18 // maximum empty squares for solving the end
	hintSolving = 2_000_000
	hintReach   = 2.0 // in discs; moves that are worse than the best by less also become hints
	maxHints    = 4
)

// Hint returns up to four moves: the best one first, then others that are about as good. reason
// explains the first, from [ReasonOnlyMove] to [ReasonSearch]. If the position is solved, margin is
// the final difference in discs between perfect players. The same position gets the same hint
// unless the deadline of ctx passes. The errors are those of [Engine.Choose].
func (e *Engine) Hint(ctx context.Context, p rules.Position) (squares []rules.Square, reason string, margin int, err error) {
	if legal := p.Legal(); legal.Len() == 1 && ctx.Err() == nil {
		return []rules.Square{legal.First()}, ReasonOnlyMove, 0, nil
	}
	select {
	case e.hintSlot <- struct{}{}:
		defer func() { <-e.hintSlot }()
	case <-ctx.Done():
		return nil, "", 0, ctx.Err()
	}
	err = e.withSearcher(ctx, p, func(s *Searcher) { squares, reason, margin = s.hint(ctx, p, hintNodes, hintSolving) })
	if err != nil {
		return nil, "", 0, err
	}
	return squares, reason, margin, nil
}

func (s *Searcher) hint(ctx context.Context, p rules.Position, nodes, solving uint64) (squares []rules.Square, reason string, margin int) {
	if p.Empties().Len() <= hintExact {
		if found := s.Solve(ctx, p, GoalMargin, Limits{Nodes: solving}); found.Exact {
			margin = int(found.Value)
			reasons := [...]string{ReasonSolvedLoss, ReasonSolvedDraw, ReasonSolvedWin}
			return []rules.Square{found.Square}, reasons[1+cmp.Compare(margin, 0)], margin
		}
	}
	rated := s.Rate(ctx, p, Limits{Depth: maxPlies, Nodes: nodes, CheapEndings: true}, hintReach)
	for _, r := range rated[:min(maxHints, len(rated))] {
		if r.Value > rated[0].Value-hintReach {
			squares = append(squares, r.Square)
		}
	}
	return slices.Clip(squares), ReasonSearch, 0
}
