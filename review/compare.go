package review

import (
	"context"

	"othellobot/rules"
)

// Compare values a legal move of p next to a different best move, and explains the
// difference as [Review.Explain] does. The judge first forgets everything, so that the
// same question always gets the same answer. The error is that of ctx.
func Compare(ctx context.Context, judge Judge, p rules.Position, square, best rules.Square, l Limits) (Move, Moment, error) {
	q := newInquiry(ctx, judge, l)
	most, value := q.behind(p, best), q.behind(p, square)
	m := Move{
		Color: p.ToMove, Empties: p.Empties().Len(), Choices: p.Legal().Len(), Square: square, Best: best,
		Value: min(value.value, most.value), BestValue: most.value, Exact: value.exact && most.exact, depth: 1 + most.depth,
	}
	found := q.explain(p, m)
	return m, found, ctx.Err()
}

// manyDiscs is the least loss of a move that throws many discs away, by a quick search.
// It catches nearly all moves that lose ten or more by a long search, and hardly any
// sound ones.
const manyDiscs = 8

// Warn explains, as Compare does, why a legal move of p throws many discs away. It
// reports false if the move does not. The error is that of ctx.
func Warn(ctx context.Context, judge Judge, p rules.Position, square rules.Square, l Limits) (Moment, bool, error) {
	q := newInquiry(ctx, judge, l)
	next, _ := p.Play(square)
	m := q.move(p, square, next, q.last(next))
	if m.Lost() < manyDiscs || ctx.Err() != nil {
		return Moment{}, false, ctx.Err()
	}
	return q.explain(p, m), true, ctx.Err()
}

// behind returns the value of a legal move of p for the side that makes it.
func (q *inquiry) behind(p rules.Position, square rules.Square) worth {
	next, _ := p.Play(square)
	w := q.last(next)
	w.value = forSideOf(p, next, w.value)
	return w
}
