package store_test

import (
	"errors"
	"os"
	"testing"

	"othellobot/game"
	"othellobot/store"
	"othellobot/store/storetest"
)

func faulty(t *testing.T, faults storetest.Faults) (s *store.Store, url string) {
	url = storetest.Postgres(t)
	during(t, url, func(*store.Store) {})
	return open(t, storetest.Faulty(t, url, faults), timing), url
}

// reducedSuite has concurrent calls only, unless OTHELLO_LONG is set. Other tests run all without faults.
func reducedSuite() func(*testing.T, func(*testing.T, game.Timing) storetest.Subject) {
	if os.Getenv("OTHELLO_LONG") == "1" {
		return storetest.RunDatabase
	}
	return storetest.RunTogether
}

// TestPostgresTakesBack checks that callers do not notice a server that rolls transactions back.
func TestPostgresTakesBack(t *testing.T) {
	storetest.Postgres(t) // skip everything without a server
	reducedSuite()(t, func(t *testing.T, _ game.Timing) storetest.Subject {
		s, url := faulty(t, storetest.Faults{RolledBack: 10})
		return storetest.Subject{Store: s, Installs: s.Installs, Leases: s.Leases, Rewrite: rewrite("postgres", url)}
	})
}

// TestPostgresLosesAnswers checks that the store repeats reads, but no change whose answer was lost.
func TestPostgresLosesAnswers(t *testing.T) {
	const changes = 30
	s, url := faulty(t, storetest.Faults{Lost: 30})
	during(t, url, func(direct *store.Store) {
		var lost, failed int
		stored := start(t, direct, 1, here, "")
		for n := range changes {
			room, err := direct.Load(t.Context(), here, "")
			noError(t, err)
			after, _, err := stored.Play("p//ana", stored.Position().Legal().First(), noon)
			noError(t, err)
			after.Version++
			err = s.Save(t.Context(), game.Change{
				Before: room.Version, Room: game.Room{Place: here, Version: room.Version + 1, Active: &after}, Due: 1, Now: noon,
				Steps: []game.Step{{Before: &stored, After: &after}},
			})
			switch {
			case errors.Is(err, game.ErrStale), errors.Is(err, game.ErrDuplicate), errors.Is(err, game.ErrNotStored):
				t.Fatalf("change %d is refused, and made: %v", n, err)
			case err != nil:
				lost++
			default:
				wantGame(t, direct, after)
			}
			stored = *roomOf(t, direct, here)
			if _, err := s.Load(t.Context(), here, ""); err != nil {
				failed++
			}
		}
		if lost == 0 || failed > changes/10 {
			t.Errorf("%d answers to changes were lost, and %d readings failed", lost, failed)
		}
	})
}
