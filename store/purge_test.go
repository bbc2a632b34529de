package store_test

import (
	"database/sql"
	"errors"
	"fmt"
	"testing"
	"time"

	"othellobot/game"
	"othellobot/store"
	"othellobot/store/storetest"
)

func wantSeatsInRooms(t testing.TB, kind, url string) {
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

// TestPurgeLeavesNoNames checks that purges during other actions leave no seat without a room, or the reverse.
func TestPurgeLeavesNoNames(t *testing.T) {
	eachDatabase(t, func(t *testing.T, kind, url string) {
		s := open(t, url, timing)
		table := game.NewTable(s, timing)
		eachOf(6, func(who int) {
			for n := range 30 {
				err := beginAndJoin(t, table, game.ID(who*100+n+1))
				if errors.Is(err, game.ErrCondemned) {
					err = nil
				}
				if err := errors.Join(err, storetest.Purge(t.Context(), s, "p/")); err != nil {
					t.Error(err)
				}
			}
		})
		wantSeatsInRooms(t, kind, url)
	})
}

// beginAndJoin starts a game and lets another player move, unless another game or a purge prevents that.
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

func cleanAll(t *testing.T, s game.Store, now time.Time) {
	t.Helper()
	for more, err := true, error(nil); more; now = now.Add(game.PurgePause) {
		more, err = s.Clean(t.Context(), now)
		noError(t, err)
	}
}

// TestBeginningDuringPurge starts a game before each statement of a purge, which must delete the game, too.
func TestBeginningDuringPurge(t *testing.T) {
	const statements = 28 // for a purge of one room: two steps of 1 + 12 each, and two for the tombstone
	url := storetest.Postgres(t)
	s := open(t, url, timing)
	for n := range int64(statements) {
		start(t, s, 1, "p/there/", "")
		table := game.NewTable(s, timing)
		for range 2 {
			noError(t, s.Bury(t.Context(), game.Tombstone{Prefix: "p/", Loss: game.LossOfPlace, Since: noon, Confirm: noon}))
		}
		purging, begun := store.Interrupted(s, n, func() { noError(t, beginAndJoin(t, table, 2)) })
		cleanAll(t, purging, noon)
		if !begun() {
			t.Errorf("a purge takes less than %d statements", statements)
		}
		cleanAll(t, s, noon.Add(game.PurgeGrace))
		for _, table := range []string{"rooms", "seats", "tombstones"} {
			if n := count(t, "postgres", url, "SELECT COUNT(*) FROM "+table); n > 0 {
				t.Errorf("%d rows of %s are left", n, table)
			}
		}
	}
}

// TestPurgeAfterAnother checks that a purge deletes no game that started after another process ended the purge.
func TestPurgeAfterAnother(t *testing.T) {
	s := open(t, storetest.Postgres(t), timing)
	for range 2 {
		noError(t, s.Bury(t.Context(), game.Tombstone{Prefix: "p/", Loss: game.LossOfPlace, Since: noon, Confirm: noon}))
	}
	end := noon.Add(game.PurgeGrace)
	late, begun := store.Interrupted(s, 0, func() {
		cleanAll(t, s, end)
		start(t, s, 1, here, "")
	})
	cleanAll(t, late, end)
	if !begun() {
		t.Error("the late purge was not interrupted")
	}
	wantRuns(t, s, here, true)
}

// TestDeletingScansNothing checks that forgetting, purging and cleaning find their rows by indexes.
func TestDeletingScansNothing(t *testing.T) {
	eachDatabase(t, func(t *testing.T, kind, url string) {
		s := open(t, url, timing)
		involve(t, s, "p//ana", 100)
		involve(t, s, "p//bo", 200)
		propose(t, s, here, game.Proposal{Settings: &game.Settings{Theme: "moon"}, Now: noon})
		if kind == "postgres" {
			swell(t, url)
		}
		asked := store.Watched(t, s, func() {
			noError(t, game.NewTable(s, timing).Forget(t.Context(), s, s, "p//ana", noon.Add(time.Hour)))
			noError(t, storetest.Purge(t.Context(), s, "p/team/"))
			_, err := s.Clean(t.Context(), noon.Add(5*timing.Retention))
			noError(t, err)
		})
		if len(asked) < 35 {
			t.Errorf("only %d statements ran", len(asked))
		}
		for query, scan := range asked {
			if scan != "" {
				t.Errorf("%s: %s", scan, query)
			}
		}
	})
}

// swell gives tables enough rows for PostgreSQL to use their indexes.
func swell(t *testing.T, url string) {
	t.Helper()
	behind(t, "postgres", url, func(db *sql.DB) error {
		found, err := db.Query(`
			SELECT format('INSERT INTO %I (%s) SELECT %s FROM generate_series(9000000000001, 9000000003000) AS n', table_name, string_agg(column_name, ', '),
				string_agg(CASE WHEN column_name = 'list' THEN '''''' WHEN data_type = 'text' THEN '''z/'' || n' ELSE 'n' END, ', '))
			FROM information_schema.columns
			WHERE table_schema = current_schema() AND table_name NOT IN ('heartbeat', 'othello_schema')
			GROUP BY table_name ORDER BY table_name`)
		if err != nil {
			return err
		}
		defer found.Close()
		for found.Next() {
			var insert string
			if err := found.Scan(&insert); err != nil {
				return err
			}
			if _, err := db.Exec(insert); err != nil {
				return fmt.Errorf("%s: %w", insert, err)
			}
		}
		_, err = db.Exec("ANALYZE")
		return errors.Join(found.Err(), err)
	})
}
