package puzzle

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"othellobot/rules"
)

// Judge solves the ends of games. Its choice among equally good moves may depend on
// earlier questions, but only on those since the last Forget.
type Judge interface {
	Forget()
	// Solve finds the best move of p and the margin between perfect players, in discs,
	// for the side to move. p must have a legal move. Solve reports false if the proof
	// takes more than the given number of positions, or if ctx is done.
	Solve(ctx context.Context, p rules.Position, positions uint64) (best rules.Square, margin int, solved bool)
}

// ErrUnsolved reports that a judge gave up although ctx was not done.
var ErrUnsolved = errors.New("puzzle: the judge has found nothing out")

// RatedMove is a move with its result between perfect players.
type RatedMove struct {
	Square rules.Square
	Margin int // in discs, for the side that makes the move
}

// Answer explains a move in a puzzle.
type Answer struct {
	RatedMove
	Line  []rules.Square // the move and up to [LinePlies] plies of perfect play after it, without passes
	Moves []RatedMove    // all legal moves, the best first
}

// LinePlies is the maximum number of plies shown after a move.
const LinePlies = 6

// positionsEach limits each search. A search with fourteen empty squares usually takes a hundredth of it.
const positionsEach = 20_000_000

// Answer returns the value of a move and the perfect play after it, always the same for the same judge. The
// error is a [*rules.IllegalMoveError], that of ctx, or [ErrUnsolved].
func (p Puzzle) Answer(ctx context.Context, judge Judge, move rules.Square) (Answer, error) {
	if _, err := p.Position.Play(move); err != nil {
		return Answer{}, err
	}
	judge.Forget()
	a := Answer{Line: []rules.Square{move}}
	for square := range p.Position.Legal().Squares() {
		margin, _, err := marginAfter(ctx, judge, p.Position, square)
		if err != nil {
			return Answer{}, err
		}
		v := RatedMove{square, margin}
		a.Moves = append(a.Moves, v)
		if square == move {
			a.RatedMove = v
		}
	}
	slices.SortStableFunc(a.Moves, func(a, b RatedMove) int { return cmp.Compare(b.Margin, a.Margin) })
	for at := p.Position; len(a.Line) <= LinePlies; {
		_, next, err := marginAfter(ctx, judge, at, move)
		if err != nil {
			return Answer{}, err
		}
		if next == rules.NoSquare {
			break
		}
		at, _ = at.Play(move) // it is legal
		move = next
		a.Line = append(a.Line, move)
	}
	return a, nil
}

// marginAfter returns a move's margin for its side, and the best next move, or NoSquare if the game is over.
func marginAfter(ctx context.Context, judge Judge, p rules.Position, move rules.Square) (margin int, next rules.Square, err error) {
	after, err := p.Play(move)
	if err != nil {
		return 0, rules.NoSquare, err
	}
	if after.Over() {
		score := after.FinalScore()
		return score.Of(p.ToMove) - score.Of(p.ToMove.Opponent()), rules.NoSquare, nil
	}
	next, margin, solved := judge.Solve(ctx, after, positionsEach)
	if !solved {
		return 0, rules.NoSquare, cmp.Or(ctx.Err(), ErrUnsolved)
	}
	if after.ToMove != p.ToMove {
		margin = -margin
	}
	return margin, next, nil
}
