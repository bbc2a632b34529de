package metrics

import (
	"context"
	"errors"
	"time"

	"othellobot/game"
	"othellobot/people"
)

// How a commit ends.
const (
	commitStored = "stored"
	commitLost   = "lost"   // another change came first
	commitFailed = "failed" // what was to be stored is not, or nobody knows
)

// Commits gives a store that keeps games in s, and times the commits and counts what they
// mean. The figures of commits begin at zero.
func (m *Metrics) Commits(s people.Store) people.Store {
	for _, outcome := range []string{commitStored, commitLost, commitFailed} {
		m.commits.WithLabelValues(outcome)
	}
	return measuredStore{s, m}
}

type measuredStore struct {
	people.Store
	metrics *Metrics
}

// Save implements [game.Store]. A light change is no commit.
func (s measuredStore) Save(ctx context.Context, c game.Change) error {
	if c.Light {
		return s.Store.Save(ctx, c)
	}
	began := time.Now()
	err := s.Store.Save(ctx, c)
	if err == nil {
		s.metrics.countGames(c)
	}
	s.metrics.commits.WithLabelValues(commitOutcome(err)).Observe(time.Since(began).Seconds())
	return err
}

func commitOutcome(err error) string {
	switch {
	case err == nil:
		return commitStored
	case errors.Is(err, game.ErrStale):
		return commitLost
	default:
		return commitFailed
	}
}
