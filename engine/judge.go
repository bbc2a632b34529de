package engine

import (
	"context"

	"othellobot/rules"
)

// judgeMemory is the size of a judge's tables: what it finds depends on it.
const judgeMemory = 8 << 20

// Judge answers questions about the positions of one game, with what it has found out
// at earlier ones. After [Judge.Forget] the same questions in the same order get the
// same answers in every process. It must not be used concurrently.
type Judge struct {
	searcher *Searcher
	yield    func(context.Context) error // as in [Limits]
}

// NewJudge makes a judge with the weights of the program.
func NewJudge() *Judge {
	s := NewSearcher(Trained(), judgeMemory)
	s.Keep()
	return &Judge{searcher: s}
}

// Forget makes the judge like a new one.
func (j *Judge) Forget() { j.searcher.reset() }

// Search finds the best move of p, which must have one, and what it is worth to the
// side to move, in discs, without the bias of the evaluation. It looks at most depth plies ahead and at most at so many
// positions, for either of which 0 means any number, and says how deep it has looked.
// The answer means nothing once ctx is done.
func (j *Judge) Search(ctx context.Context, p rules.Position, depth int, positions uint64) (best rules.Square, value float64, reached int) {
	found := j.searcher.Think(ctx, p, Limits{Depth: depth, Nodes: positions, Yield: j.yield})
	value = found.Value
	switch {
	case found.Exact:
	case p.ToMove == rules.Black:
		value -= blackBias(p.Empties().Len())
	default:
		value += blackBias(p.Empties().Len())
	}
	return found.Square, value, found.Depth
}

// blackBias is by how many discs the evaluation takes Black to be better than Black is:
// even where all games begin, which are draws between perfect players
// (https://arxiv.org/abs/2310.19387). Players of tournaments do not win with that, as
// `mill reviews -fit` shows. Nothing is left of it where the end can nearly be seen.
func blackBias(empties int) float64 {
	const most, none, all = 1.1, 20, 40 // discs, and empty squares
	return most * max(0, min(float64(empties-none)/(all-none), 1))
}

// Solve finds the best move of p, which must have one, and the margin of the game
// between perfect players. It reports false, and nothing else, if that takes more than
// so many positions, or if ctx is done.
func (j *Judge) Solve(ctx context.Context, p rules.Position, positions uint64) (best rules.Square, margin int, solved bool) {
	found := j.searcher.Solve(ctx, p, Margin, Limits{Nodes: positions, Yield: j.yield})
	if !found.Exact {
		return rules.NoSquare, 0, false
	}
	return found.Square, int(found.Value), true
}

// mostAhead is up to how many discs a judge tells moves apart.
const mostAhead = 12

// Ahead finds the best move of p, which must have another one, and by how many discs it is
// better than every other; a dozen stands for more. It looks at most at so many positions, and
// reports whether all of that is proved. The answer means nothing once ctx is done.
func (j *Judge) Ahead(ctx context.Context, p rules.Position, positions uint64) (best rules.Square, by float64, exact bool) {
	rated := j.searcher.Rate(ctx, p, Limits{Depth: mostPlies, Nodes: positions, Even: true, Yield: j.yield}, mostAhead)
	return rated[0].Square, min(rated[0].Value-rated[1].Value, mostAhead), !j.searcher.halted
}

// reset empties the tables so that nothing at all is left of earlier searches, not
// even their number.
func (s *Searcher) reset() {
	if s.endTable == nil {
		return
	}
	s.endTable.reset()
	s.midTable.reset()
	*s.late = lateTable{}
}

func (t *table) reset() {
	clear(t.clusters)
	t.age, t.since = 0, 0
}
