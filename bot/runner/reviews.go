package runner

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/internal/fair"
	"othellobot/internal/recent"
	"othellobot/review"
	"othellobot/rules"
)

const mostReviews = 256

// Judge calls question with a judge of positions. The judge calls yield every few milliseconds, and
// gives up if yield fails.
type Judge func(ctx context.Context, yield func(context.Context) error, question func(review.Judge) error) error

// Reviews reviews ended games and caches the results. Its methods are safe for concurrent use.
type Reviews struct {
	judge  Judge
	limits review.Limits
	queue  *Queue     // the judge works only while this queue is empty
	gate   *fair.Gate // admits one question at a time
	ended  *Queue     // games to review although no user is waiting
	known  recent.Map[string, review.Review]
}

// NewReviews returns a [Reviews] that uses judge, but only while the queue is empty. If judge is nil,
// no game is reviewed.
func NewReviews(judge Judge, limits review.Limits, queue *Queue) *Reviews {
	return &Reviews{judge: judge, limits: limits, queue: queue, gate: fair.NewGate(0, 1), ended: NewQueue(), known: recent.Map[string, review.Review]{Size: mostReviews / 2}}
}

func keyOf(g game.Game) string {
	return g.Start.FormatBoard() + g.Start.ToMove.String() + rules.FormatTranscript(g.Moves)
}

// Cached returns the cached review of a game.
func (s *Reviews) Cached(g game.Game) (review.Review, bool) { return s.known.Get(keyOf(g)) }

// Enabled reports whether games can be reviewed at all.
func (s *Reviews) Enabled() bool { return s.judge != nil }

// Reviewable reports whether reviews are enabled, and a game was played out, or ended after enough moves.
func (s *Reviews) Reviewable(g game.Game) bool {
	return s.Enabled() && g.Phase == game.Over && (len(g.Moves) >= 2*review.MinChoices || len(g.Moves) > 0 && g.Position().Over())
}

// Enqueue queues a game for the [Runner] to review.
func (s *Reviews) Enqueue(g game.Game) { s.ended.join(game.Task{Game: g}) }

// Review reviews a game. It waits and fails like [Reviews.WithJudge].
func (s *Reviews) Review(ctx context.Context, g game.Game) (r review.Review, err error) {
	if r, known := s.Cached(g); known {
		return r, nil
	}
	err = s.WithJudge(ctx, g.Place, g.Starter, func(judge review.Judge) error {
		var known bool
		if r, known = s.Cached(g); known { // another caller asked for the same review
			return nil
		}
		r, err = review.Of(ctx, judge, g.Start, g.Moves, s.limits)
		return err
	})
	if err == nil {
		s.known.Put(keyOf(g), r)
	}
	return r, err
}

// WithJudge calls question with the judge, for a player in a place. It waits for its turn, and while
// any game waits for the engine's move. It returns the error of ctx or of question.
func (s *Reviews) WithJudge(ctx context.Context, at game.Place, by game.Player, question func(review.Judge) error) error {
	platform, tenant := tenantOf(at)
	leave, err := s.gate.Enter(ctx, platform, tenant, string(by))
	if err != nil {
		return err
	}
	defer leave()
	return s.judge(ctx, s.queue.WaitEmpty, question)
}

// reviewNext reviews an ended game and updates its card. It reports false once ctx is done.
func (r *Runner) reviewNext(ctx context.Context) (ok bool) {
	task, ok := r.Reviews.ended.next(ctx)
	if !ok {
		return false
	}
	defer r.Reviews.ended.leave(task.Game.ID)
	defer r.survive(ctx, task)
	_, err := r.Reviews.Review(ctx, task.Game)
	if err == nil {
		err = r.perform(ctx, chat.OriginClock, task.Game, "reviewed", "")
	}
	r.logFailure(ctx, err)
	return true
}
