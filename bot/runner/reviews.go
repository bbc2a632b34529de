package runner

import (
	"context"

	"othellobot/game"
	"othellobot/internal/fair"
	"othellobot/internal/recent"
	"othellobot/review"
	"othellobot/rules"
)

// mostReviews limits the remembered reviews. A forgotten review is computed again, with the same
// result.
const mostReviews = 256

// Judge lends a judge of positions for one question at a time. The judge calls yield between units
// of work of at most a few milliseconds, and gives up if yield fails.
type Judge func(ctx context.Context, yield func(context.Context) error, question func(review.Judge) error) error

// Reviews reviews ended games and remembers the results. The methods are safe for concurrent use.
type Reviews struct {
	judge  Judge
	limits review.Limits
	queue  *Queue     // so that no review delays a move
	gate   *fair.Gate // orders the questions to the judge
	ended  *Queue     // ended games whose review no user is waiting for
	known  recent.Map[string, review.Review]
}

// NewReviews returns reviews made by a judge, which works only while the queue is empty. If judge
// is nil, no game is reviewed.
func NewReviews(judge Judge, limits review.Limits, queue *Queue) *Reviews {
	return &Reviews{judge: judge, limits: limits, queue: queue, gate: fair.NewGate(0, 1), ended: NewQueue(), known: recent.Map[string, review.Review]{Most: mostReviews / 2}}
}

// nameOf returns the key of a review: the game's start position and its moves.
func nameOf(g game.Game) string {
	return g.Start.FormatBoard() + g.Start.ToMove.String() + rules.FormatTranscript(g.Moves)
}

// Known returns the remembered review of a game. It reports false if the game was not reviewed.
func (s *Reviews) Known(g game.Game) (review.Review, bool) {
	return s.known.Get(nameOf(g))
}

// leastMoves is the fewest moves of a game that can be reviewed.
const leastMoves = 2 * review.LeastChoices

// Possible reports whether games can be reviewed at all.
func (s *Reviews) Possible() bool { return s.judge != nil }

// Reviewable reports whether a game can be reviewed.
func (s *Reviews) Reviewable(g game.Game) bool {
	return s.Possible() && g.Phase == game.Over && len(g.Moves) >= leastMoves
}

// Later queues a game for a [Runner] to review, although no user is waiting.
func (s *Reviews) Later(g game.Game) { s.ended.join(game.Task{Game: g}) }

// Of reviews a game. It waits for earlier questions, and while any game waits for the engine's
// move. It returns the error of ctx.
func (s *Reviews) Of(ctx context.Context, g game.Game) (r review.Review, err error) {
	if r, known := s.Known(g); known {
		return r, nil
	}
	err = s.Ask(ctx, g.Place, g.Starter, func(judge review.Judge) error {
		var known bool
		if r, known = s.Known(g); known { // another caller waited for the same review
			return nil
		}
		r, err = review.Of(ctx, judge, g.Start, g.Moves, s.limits)
		return err
	})
	if err == nil {
		s.known.Put(nameOf(g), r)
	}
	return r, err
}

// Ask lends the judge for a question from a place. It waits like [Reviews.Of], and returns the
// error of ctx or of the question.
func (s *Reviews) Ask(ctx context.Context, at game.Place, by game.Player, question func(review.Judge) error) error {
	platform, tenant := tenantOf(at)
	leave, err := s.gate.Enter(ctx, platform, tenant, string(by))
	if err != nil {
		return err
	}
	defer leave()
	return s.judge(ctx, s.queue.Empty, question)
}
