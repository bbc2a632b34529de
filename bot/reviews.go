package bot

import (
	"context"
	"sync"

	"othellobot/game"
	"othellobot/review"
	"othellobot/rules"
)

// mostReviews is how many reviews are remembered. Any other is made again, and comes
// out the same.
const mostReviews = 256

// reviews holds what was found out about games that are over.
type reviews struct {
	gate  gate  // before the judge
	ended *line // games that are to be reviewed though nobody waits for it

	mu    sync.Mutex
	known map[string]review.Review
	order []string // of those known, the oldest first
}

func newReviews() *reviews {
	return &reviews{ended: newLine(), known: make(map[string]review.Review)}
}

// nameOf names what a review is about: the position that a game began with, and its
// moves.
func nameOf(g game.Game) string {
	return g.Start.FormatBoard(rules.AlphabetXO) + g.Start.ToMove.String() + rules.FormatTranscript(g.Moves)
}

// of returns what is known of a game, and false if nothing is.
func (s *reviews) of(g game.Game) (review.Review, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r, ok := s.known[nameOf(g)]
	return r, ok
}

// keep remembers a review in the place of a less deep one.
func (s *reviews) keep(g game.Game, r review.Review) {
	s.mu.Lock()
	defer s.mu.Unlock()
	name := nameOf(g)
	if old, known := s.known[name]; !known {
		s.order = append(s.order, name)
	} else if old.Deep {
		return
	}
	s.known[name] = r
	if len(s.order) > mostReviews {
		delete(s.known, s.order[0])
		s.order = s.order[1:]
	}
}

// leastMoves is how many moves a game has at least that there is something to say of.
const leastMoves = 2 * review.LeastChoices

// reviewable reports whether a game can be reviewed.
func (b *Bot) reviewable(g game.Game) bool {
	return b.Judge != nil && g.Phase == game.Over && len(g.Moves) >= leastMoves
}

// reviewLater has the runner review a game that has just ended with a result.
func (b *Bot) reviewLater(out game.Outcome) {
	for _, e := range out.Events {
		if e, ended := e.(game.Ended); ended && e.Result.Reason <= game.Claimed && b.reviewable(out.Game) {
			b.reviews.ended.join(game.Task{Game: out.Game})
		}
	}
}

// quickReview reviews a game at a glance, review at length. Both wait for those who are
// before them, and while any game waits for the engine's move. The error is that of ctx,
// or says that somebody waits already who ends it.
func (b *Bot) quickReview(ctx context.Context, g game.Game) (review.Review, error) {
	return b.ask(ctx, g, func(r review.Review, known bool, judge review.Judge) (review.Review, error) {
		if known {
			return r, nil
		}
		return review.Quick(ctx, judge, g.Start, g.Moves, b.Reviews)
	})
}

func (b *Bot) review(ctx context.Context, g game.Game) (review.Review, error) {
	if r, known := b.reviews.of(g); known && r.Deep {
		return r, nil
	}
	if _, err := b.quickReview(ctx, g); err != nil {
		return review.Review{}, err
	}
	return b.ask(ctx, g, func(r review.Review, known bool, judge review.Judge) (review.Review, error) {
		var err error
		if !known { // forgotten in the meantime
			r, err = review.Quick(ctx, judge, g.Start, g.Moves, b.Reviews)
		}
		if err != nil || r.Deep {
			return r, err
		}
		return r.Deepen(ctx, judge)
	})
}

// ask puts a question about a game to the judge, with what is known by then, and keeps
// the answer. The judge works only while no game waits for the engine's move.
func (b *Bot) ask(ctx context.Context, g game.Game, question func(review.Review, bool, review.Judge) (review.Review, error)) (r review.Review, err error) {
	platform, tenant := tenantOf(g.Place)
	if err := b.reviews.gate.enter(ctx, platform, tenant, string(g.Starter)); err != nil {
		return review.Review{}, err
	}
	defer b.reviews.gate.leave()
	err = b.Judge(ctx, b.line.empty, func(judge review.Judge) error {
		known, ok := b.reviews.of(g)
		r, err = question(known, ok, judge)
		return err
	})
	if err == nil {
		b.reviews.keep(g, r)
	}
	return r, err
}
