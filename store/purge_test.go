package store_test

import (
	"errors"
	"sync"
	"testing"

	"othellobot/game"
	"othellobot/store"
	"othellobot/store/storetest"
)

// wantNamed fails the test if a name or a message is stored without its game, or a
// game without a name.
func wantNamed(t testing.TB, kind, url string) {
	t.Helper()
	for what, query := range map[string]string{
		"names without their room": "SELECT COUNT(*) FROM seats WHERE place NOT IN (SELECT place FROM rooms)",
		"rooms without a name":     "SELECT COUNT(*) FROM rooms WHERE place NOT IN (SELECT place FROM seats)",
	} {
		if n := count(t, kind, url, query); n > 0 {
			t.Errorf("there are %d %s", n, what)
		}
	}
}

// Whatever goes on while places are purged, no name is left without its game.
func TestPurgeLeavesNoNames(t *testing.T) {
	eachDatabase(t, func(t *testing.T, kind, url string) {
		s := open(t, url, timing)
		table := game.NewTable(s, timing)
		var group sync.WaitGroup
		for who := range 6 {
			group.Go(func() {
				for n := range 30 {
					id := game.ID(who*100 + n + 1)
					if err := beginAndJoin(t, table, id); err != nil && !errors.Is(err, game.ErrCondemned) {
						t.Error(err)
					}
					if err := storetest.Purge(t.Context(), s, "p/"); err != nil {
						t.Error(err)
					}
				}
			})
		}
		group.Wait()
		wantNamed(t, kind, url)
	})
}

// beginAndJoin puts an open game into a place, and has somebody else make the
// first move. That it is in somebody's way, or is purged meanwhile, is no error.
func beginAndJoin(t *testing.T, table *game.Table, id game.ID) error {
	room, g := game.Room{Place: here}, game.NewOpen(id, here, "p//ana", noon)
	out, err := table.Do(t.Context(), room, game.Proposal{New: &g, Now: noon, Display: reserve})
	if busy := (*game.BusyError)(nil); errors.As(err, &busy) {
		return nil
	}
	if err != nil {
		return err
	}
	room.Active, room.Version = &out.Game, 1
	play := game.Play(out.Game.Position().Legal().First())
	_, err = table.Do(t.Context(), room, game.Proposal{Game: id, By: "p//bo", Now: noon, Operation: play, Display: reserve})
	if errors.Is(err, game.ErrUnknown) {
		return nil
	}
	return err
}

// Nothing begins between two statements of a purge. In SQLite nothing comes between.
func TestBeginningDuringPurge(t *testing.T) {
	const statements = 31 // of a purge of one room: one and 14 of two steps each, and one of the tombstone
	url := storetest.Postgres(t)
	s := open(t, url, timing)
	for n := range int64(statements) {
		start(t, s, 1, "p/there/", "")
		table := game.NewTable(s, timing)
		purging, begun := store.Interrupted(s, n, func() {
			if err := beginAndJoin(t, table, 2); !errors.Is(err, game.ErrCondemned) {
				t.Errorf("during a purge a game begins: %v", err)
			}
		})
		noError(t, storetest.Purge(t.Context(), purging, "p/"))
		if !begun() {
			t.Errorf("a purge takes less than %d statements", statements)
		}
		wantNamed(t, "postgres", url)
	}
}
