package bottest

import (
	"context"
	"slices"
	"time"

	"othellobot/bot"
	"othellobot/review"
	"othellobot/rules"
)

// Guesser is a [bot.Engine] that plays arbitrary moves. Its hints have every kind of reason.
type Guesser struct{}

func (Guesser) Choose(_ context.Context, p rules.Position, _ int, seed uint64) (rules.Square, error) {
	squares := slices.Collect(p.Legal().Squares())
	return squares[seed%uint64(len(squares))], nil
}

func (Guesser) Hint(_ context.Context, p rules.Position) ([]rules.Square, bot.Reason, int, error) {
	reasons := []bot.Reason{
		bot.ReasonOnlyMove, bot.ReasonSolvedWin, bot.ReasonSolvedDraw, bot.ReasonSolvedLoss, bot.ReasonSearch,
	}
	squares := slices.Collect(p.Legal().Squares())
	return squares[:min(3, len(squares))], reasons[uint64(p.Black)%uint64(len(reasons))], 64, nil
}

// guess is a [review.Judge] that answers with arbitrary moves and values.
type guess struct{}

func (guess) Forget() {}

func (guess) Search(_ context.Context, p rules.Position, _ int, _ uint64) (rules.Square, float64, int) {
	squares, lot := slices.Collect(p.Legal().Squares()), uint64(p.Black)*0x9e3779b97f4a7c15>>56
	return squares[int(lot)%len(squares)], float64(lot)/4 - 32, 4
}

// Lead returns a lead of 0 in about half of the positions.
func (g guess) Lead(ctx context.Context, p rules.Position, positions uint64) (rules.Square, float64, bool) {
	best, value, _ := g.Search(ctx, p, 0, positions)
	return best, max(0, value), false
}

func (guess) Solve(context.Context, rules.Position, uint64) (rules.Square, int, bool) {
	return rules.NoSquare, 0, false
}

// GuessJudge is a [bot.Config.Judge] that answers at once.
func GuessJudge(_ context.Context, _ func(context.Context) error, question func(review.Judge) error) error {
	return question(guess{})
}

// GuessSolver is a [bot.Config.Solver] that answers at once.
func GuessSolver(_ context.Context, question func(review.Judge) error) error {
	return question(guess{})
}

// Clock is a clock that is always trusted.
type Clock func() time.Time

// Now implements [bot/runner.Clock].
func (c Clock) Now() time.Time { return c() }

// Trusted implements [bot/runner.Clock].
func (Clock) Trusted() bool { return true }
