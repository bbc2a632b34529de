package puzzle

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"othellobot/rules"
)

// Judge solves the ends of games. Which of several equally good moves it finds may depend
// on earlier questions, but only on those since it last forgot them.
type Judge interface {
	// Forget makes the judge forget all earlier questions.
	Forget()
	// Solve finds the best move of p, which has one, and the margin in discs of the game
	// between perfect players, for the side to move. It reports false if that takes more
	// than so many positions, or if ctx is done.
	Solve(ctx context.Context, p rules.Position, positions uint64) (best rules.Square, margin int, solved bool)
}

// ErrUnsolved says that a judge has given up, with no context done.
var ErrUnsolved = errors.New("puzzle: the judge has found nothing out")

// Valued is a move and what it leads to between perfect players.
type Valued struct {
	Square rules.Square
	Margin int // in discs, for the side that makes the move
}

// Answer explains a move in a puzzle.
type Answer struct {
	Valued
	// Line is how the game goes on between perfect players: the move itself and at most
	// [LinePlies] more. Passes are left out.
	Line []rules.Square
	// Moves are all legal moves, the best first.
	Moves []Valued
}

// LinePlies is how many plies after a move are shown.
const LinePlies = 6

// positionsEach bounds a question to the judge: a hundred times what one of fourteen
// empty squares takes.
const positionsEach = 20_000_000

// Answer tells what a move is worth and how the game goes on: for a wrong one its
// refutation, for the right one how it wins. The same judge always gives the same answer.
// The error is a [*rules.IllegalMoveError], that of ctx, or [ErrUnsolved].
func (p Puzzle) Answer(ctx context.Context, judge Judge, move rules.Square) (Answer, error) {
	if _, err := p.Position.Play(move); err != nil {
		return Answer{}, err
	}
	judge.Forget()
	a := Answer{Line: []rules.Square{move}}
	for square := range p.Position.Legal().Squares() {
		margin, _, err := behind(ctx, judge, p.Position, square)
		if err != nil {
			return Answer{}, err
		}
		v := Valued{square, margin}
		a.Moves = append(a.Moves, v)
		if square == move {
			a.Valued = v
		}
	}
	slices.SortStableFunc(a.Moves, func(a, b Valued) int { return cmp.Compare(b.Margin, a.Margin) })
	for at := p.Position; len(a.Line) <= LinePlies; {
		_, next, err := behind(ctx, judge, at, a.Line[len(a.Line)-1])
		if err != nil {
			return Answer{}, err
		}
		if next == rules.NoSquare {
			break
		}
		at, _ = at.Play(a.Line[len(a.Line)-1]) // it is legal
		a.Line = append(a.Line, next)
	}
	return a, nil
}

// behind values a legal move for the side that makes it, and gives the best one behind
// it, or none if the game is over.
func behind(ctx context.Context, judge Judge, p rules.Position, move rules.Square) (margin int, next rules.Square, err error) {
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
