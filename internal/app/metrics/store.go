package metrics

import (
	"context"
	"errors"
	"time"

	"othellobot/game"
	"othellobot/people"
)

// Values of the label "outcome" of a commit.
const (
	commitStored = "stored"
	commitLost   = "lost"   // another change came first
	commitFailed = "failed" // not stored, or the outcome is unknown
)

// Commits returns a store that times the commits of s, and counts the games that they begin and end. It
// creates the series for every outcome in advance.
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

// Save neither times nor counts asynchronous changes, which do not wait for the disk.
func (s measuredStore) Save(ctx context.Context, c game.Change) error {
	if c.Async {
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
