package engine

import (
	"context"

	"othellobot/rules"
)

const (
	judgeMemory = 8 << 20 // in bytes; the answers depend on the size of the tables
	maxLead     = 12      // in discs; Lead returns this for any larger lead
)

// Judge answers questions about the positions of one game, and reuses its earlier
// findings. After [Judge.Forget], the same questions in the same order get the same
// answers in every process. A Judge must not be used concurrently.
type Judge struct {
	searcher *Searcher
	yield    func(context.Context) error // as in [Limits]
}

// NewJudge returns a judge with the trained weights.
func NewJudge() *Judge {
	s := NewSearcher(Trained(), judgeMemory)
	s.KeepTables()
	return &Judge{searcher: s}
}

// Forget returns the judge to its initial state, including the ages of its tables.
func (j *Judge) Forget() {
	if s := j.searcher; s.endTable != nil {
		for _, t := range []*table{s.endTable, s.midTable} {
			clear(t.clusters)
			t.age, t.since = 0, 0
		}
		*s.late = lateTable{}
	}
}

// Search finds the best move of p and its value for the side to move, in discs, corrected for the
// bias of the evaluation. p must have a legal move. depth in plies and positions limit the search;
// 0 means unlimited. reached is the depth it completed. The answer means nothing once ctx is done.
func (j *Judge) Search(ctx context.Context, p rules.Position, depth int, positions uint64) (best rules.Square, value float64, reached int) {
	found := j.searcher.Think(ctx, p, Limits{Depth: depth, Nodes: positions, Yield: j.yield})
	value = found.Value
	if bias := blackBias(p.Empties().Len()); !found.Exact && p.ToMove == rules.Black {
		value -= bias
	} else if !found.Exact {
		value += bias
	}
	return found.Square, value, found.Depth
}

// blackBias returns by how many discs the evaluation overrates Black. The start is a draw between
// perfect players (https://arxiv.org/abs/2310.19387), and Black does not win more tournament games
// (`mill reviews -fit`).
func blackBias(empties int) float64 {
	const most, none, all = 1.1, 20, 40 // most is in discs; none and all are numbers of empty squares
	return most * max(0, min(float64(empties-none)/(all-none), 1))
}

// Solve finds the best move of p and the margin between perfect players, in discs. p must have a
// legal move. Solve reports false if the proof needs more positions than given, or if ctx is done.
func (j *Judge) Solve(ctx context.Context, p rules.Position, positions uint64) (best rules.Square, margin int, solved bool) {
	found := j.searcher.Solve(ctx, p, GoalMargin, Limits{Nodes: positions, Yield: j.yield})
	if !found.Exact {
		return rules.NoSquare, 0, false
	}
	return found.Square, int(found.Value), true
}

// Lead finds the best move of p and its lead over the second best, in discs. p must have at least
// two moves. A lead of 12 stands for 12 or more. exact reports whether the search proved the result
// within its budget. The answer means nothing once ctx is done.
func (j *Judge) Lead(ctx context.Context, p rules.Position, positions uint64) (best rules.Square, by float64, exact bool) {
	rated := j.searcher.Rate(ctx, p, Limits{Depth: maxPlies, Nodes: positions, CheapEndings: true, Yield: j.yield}, maxLead)
	return rated[0].Square, min(rated[0].Value-rated[1].Value, maxLead), !j.searcher.halted
}
