package review

import (
	"context"

	"othellobot/rules"
)

// Compare values a legal move of p and the different move best, and explains the difference
// as [Review.Explain] does. The judge first forgets everything, so that the same question
// always gets the same answer. The error is that of ctx.
func Compare(ctx context.Context, judge Judge, p rules.Position, square, best rules.Square, l Limits) (Move, Moment, error) {
	q := newInquiry(ctx, judge, l)
	most, value := q.moveValue(p, best), q.moveValue(p, square)
	m := Move{
		Color: p.ToMove, Empties: p.Empties().Len(), Choices: p.Legal().Len(), Square: square, Best: best,
		Value: min(value.value, most.value), BestValue: most.value, Exact: value.exact && most.exact, depth: 1 + most.depth,
	}
	found := q.explain(p, m)
	return m, found, ctx.Err()
}

// manyDiscs is the minimum loss, in a quick search, of a move that throws many discs away.
// That catches nearly all moves that lose ten or more in a long search, and hardly any sound
// ones.
const manyDiscs = 8

// Warn explains, as Compare does, why a legal move of p throws many discs away. It
// reports false if the move does not. The error is that of ctx.
func Warn(ctx context.Context, judge Judge, p rules.Position, square rules.Square, l Limits) (Moment, bool, error) {
	q := newInquiry(ctx, judge, l)
	next, _ := p.Play(square)
	m := q.move(p, square, next, q.evaluate(next))
	if m.Lost() < manyDiscs || ctx.Err() != nil {
		return Moment{}, false, ctx.Err()
	}
	return q.explain(p, m), true, ctx.Err()
}

// moveValue returns the judge's finding after a legal move of p, with the value for the side
// that makes the move.
func (q *inquiry) moveValue(p rules.Position, square rules.Square) finding {
	next, _ := p.Play(square)
	w := q.evaluate(next)
	w.value = forSideOf(p, next, w.value)
	return w
}
