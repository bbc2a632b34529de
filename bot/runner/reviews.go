package runner

import (
	"context"

	"othellobot/game"
	"othellobot/internal/fair"
	"othellobot/internal/recent"
	"othellobot/review"
	"othellobot/rules"
)

// mostReviews limits the remembered reviews. Any other is made again, and comes
// out the same.
const mostReviews = 256

// Judge lends a judge of positions for as long as a question takes, to one after the
// other. The judge calls yield between units of work of at most a few milliseconds, and
// gives up as soon as that fails.
type Judge func(ctx context.Context, yield func(context.Context) error, question func(review.Judge) error) error

// Reviews finds out how games that are over were played, and remembers it. The methods may
// be called concurrently.
type Reviews struct {
	judge  Judge
	limits review.Limits
	queue  *Queue     // no review delays a move
	gate   *fair.Gate // before the judge
	ended  *Queue     // games that are to be reviewed though nobody waits for it
	known  recent.Map[string, review.Review]
}

// NewReviews makes reviews by a judge, who works only while the queue is empty. Nil: no game
// is reviewed.
func NewReviews(judge Judge, limits review.Limits, queue *Queue) *Reviews {
	return &Reviews{judge: judge, limits: limits, queue: queue, gate: fair.NewGate(0, 1), ended: NewQueue(), known: recent.Map[string, review.Review]{Most: mostReviews / 2}}
}

// nameOf names what a review is about: the position that a game began with, and its
// moves.
func nameOf(g game.Game) string {
	return g.Start.FormatBoard() + g.Start.ToMove.String() + rules.FormatTranscript(g.Moves)
}

// Known returns what is known of a game, and false if nothing is.
func (s *Reviews) Known(g game.Game) (review.Review, bool) {
	return s.known.Get(nameOf(g))
}

// leastMoves is how many moves a game has at least that there is something to say of.
const leastMoves = 2 * review.LeastChoices

// Possible reports whether anything can be reviewed.
func (s *Reviews) Possible() bool { return s.judge != nil }

// Reviewable reports whether a game can be reviewed.
func (s *Reviews) Reviewable(g game.Game) bool {
	return s.Possible() && g.Phase == game.Over && len(g.Moves) >= leastMoves
}

// Later has a [Runner] review a game for which nobody waits.
func (s *Reviews) Later(g game.Game) { s.ended.join(game.Task{Game: g}) }

// Of reviews a game. It waits for those who are before it, and while any game waits for the
// engine's move. The error is that of ctx.
func (s *Reviews) Of(ctx context.Context, g game.Game) (r review.Review, err error) {
	if r, known := s.Known(g); known {
		return r, nil
	}
	err = s.Ask(ctx, g.Place, g.Starter, func(judge review.Judge) error {
		var known bool
		if r, known = s.Known(g); known { // somebody else has waited for it as well
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

// Ask lends the judge for a question from a place. It waits as [Reviews.Of] does, and the
// error is that of ctx or of the question.
func (s *Reviews) Ask(ctx context.Context, at game.Place, by game.Player, question func(review.Judge) error) error {
	platform, tenant := tenantOf(at)
	leave, err := s.gate.Enter(ctx, platform, tenant, string(by))
	if err != nil {
		return err
	}
	defer leave()
	return s.judge(ctx, s.queue.Empty, question)
}
