package store_test

import (
	"bytes"
	"database/sql"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"othellobot/game"
	"othellobot/people"
	"othellobot/store"
	"othellobot/store/storetest"
)

func open(t testing.TB, url string, timing game.Timing) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), url, timing, slog.New(slog.DiscardHandler))
	noError(t, err)
	t.Cleanup(func() {
		noError(t, s.Close())
	})
	return s
}

func fileURL(t testing.TB) string { return "sqlite:" + filepath.Join(t.TempDir(), "othello.db") }

func TestMemory(t *testing.T) {
	storetest.Run(t, func(t *testing.T, timing game.Timing) storetest.Subject {
		s := open(t, "memory:", timing)
		return storetest.Subject{Store: s, Installs: s.Installs, Leases: s.Leases}
	})
}

func TestSQLite(t *testing.T) { runSQLite(t, func(s *store.Store) people.Store { return s }) }

// TestSQLiteSmallCache tests the database with a cache that drops rooms all the time.
func TestSQLiteSmallCache(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	runSQLite(t, func(s *store.Store) people.Store { return store.SmallCache(s) })
}

// runSQLite gives each case a copy of the empty database, because that is faster than creating one.
func runSQLite(t *testing.T, part func(*store.Store) people.Store) {
	url := fileURL(t)
	made, err := store.Open(t.Context(), url, game.Timing{}, slog.New(slog.DiscardHandler))
	noError(t, err)
	noError(t, made.Close())
	empty, err := os.ReadFile(strings.TrimPrefix(url, "sqlite:"))
	noError(t, err)
	storetest.RunDatabase(t, func(t *testing.T, timing game.Timing) storetest.Subject {
		url := fileURL(t)
		noError(t, os.WriteFile(strings.TrimPrefix(url, "sqlite:"), empty, 0o600))
		s := open(t, url, timing)
		kept := part(s)
		return storetest.Subject{Store: kept, Installs: s.Installs, Leases: s.Leases, Rewrite: func(t *testing.T, at game.Place, old, new string) {
			rewrite("sqlite", url)(t, at, old, new)
			_, err := kept.Due(t.Context(), time.Time{}, time.Time{}, 1, nil) // makes the cache notice the change
			noError(t, err)
		}}
	})
}

func TestPostgres(t *testing.T) {
	storetest.Postgres(t) // skip everything without a server
	storetest.RunDatabase(t, func(t *testing.T, timing game.Timing) storetest.Subject {
		url := storetest.Postgres(t)
		s := open(t, url, timing)
		return storetest.Subject{Store: s, Installs: s.Installs, Leases: s.Leases, Rewrite: rewrite("postgres", url)}
	})
}

// rewrite replaces a text in the stored documents of a place.
func rewrite(kind, url string) func(t *testing.T, at game.Place, old, new string) {
	return func(t *testing.T, at game.Place, old, new string) {
		for _, table := range []string{"rooms", "games"} {
			execute(t, kind, url, `UPDATE `+table+` SET doc = REPLACE(doc, $2, $3) WHERE place = $1`, string(at), old, new)
		}
	}
}

func noError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

var databases = map[string]func(testing.TB) string{"sqlite": fileURL, "postgres": storetest.Postgres}

var driver = map[string]string{"sqlite": "sqlite", "postgres": "pgx"}

func eachDatabase(t *testing.T, test func(t *testing.T, kind, url string)) {
	t.Parallel()
	for kind, fresh := range databases {
		t.Run(kind, func(t *testing.T) { test(t, kind, fresh(t)) })
	}
}

func mustOpen(t testing.TB, url string) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), url, timing, slog.New(slog.DiscardHandler))
	noError(t, err)
	return s
}

func during(t testing.TB, url string, do func(s *store.Store)) {
	t.Helper()
	s := mustOpen(t, url)
	do(s)
	noError(t, s.Close())
}

func execute(t testing.TB, kind, url, statement string, args ...any) {
	t.Helper()
	behind(t, kind, url, func(db *sql.DB) error {
		_, err := db.Exec(statement, args...)
		return err
	})
}

func count(t testing.TB, kind, url, query string) (n int) {
	t.Helper()
	behind(t, kind, url, func(db *sql.DB) error { return db.QueryRow(query).Scan(&n) })
	return n
}

func behind(t testing.TB, kind, url string, do func(*sql.DB) error) {
	t.Helper()
	db, err := sql.Open(driver[kind], strings.TrimPrefix(url, "sqlite:"))
	noError(t, err)
	defer db.Close()
	noError(t, do(db))
}

func TestReopen(t *testing.T) {
	eachDatabase(t, func(t *testing.T, _, url string) {
		ctx := t.Context()
		const there game.Place = "p/team/there/"
		settings := game.Settings{Theme: "moon", Pings: game.PingNow}
		var g game.Game
		board := game.Slot{Game: 1, Name: "board", Post: 1, Want: 1, Shown: 1, Ref: "m"}
		during(t, url, func(s *store.Store) {
			g = game.NewOpen(1, here, "p//ana", noon)
			g = propose(t, s, here, game.Proposal{New: &g, Delivery: "d1", Now: noon, Display: reserve}).Game
			note(t, s, here, 1, "m")
			propose(t, s, there, game.Proposal{Settings: &settings, Delivery: "d2", Now: noon})
			challenge := game.NewChallenge(2, there, "p//ana", "p//bo", 0, noon)
			propose(t, s, there, game.Proposal{New: &challenge, Now: noon})
			if due, err := s.Due(ctx, noon.Add(timing.IdleExpiry), noon.Add(timing.IdleExpiry+time.Minute), 9, []string{string(here)}); len(due.Rooms) != 1 || err != nil {
				t.Errorf("due %+v, %v", due, err)
			}
			noError(t, s.Installs.Save(ctx, "team", []byte("token")))
		})
		during(t, url, func(s *store.Store) {
			wantGame(t, s, g)
			room, err := s.Load(ctx, here, "")
			if got, ok := room.Slot(1, "board"); got != board || !ok || err != nil {
				t.Errorf("the message is %+v, %v, %v", got, ok, err)
			}
			room, err = s.Load(ctx, there, "")
			if room.Settings != settings || len(room.Challenges) != 1 || room.Challenges[0].ID != 2 || err != nil {
				t.Errorf("%s is %+v, %v", there, room, err)
			}
			wantDelivered(t, s, here, "d1")
			wantDelivered(t, s, there, "d2")
			if data, err := s.Installs.Load(ctx, "team"); !bytes.Equal(data, []byte("token")) || err != nil {
				t.Errorf("installed is %q, %v", data, err)
			}
			for after, want := range map[time.Duration]int{time.Minute - 1: 0, time.Minute: 1} {
				due, err := s.Due(ctx, noon.Add(timing.IdleExpiry+after), noon.Add(timing.IdleExpiry+time.Minute), 9, []string{string(here)})
				if len(due.Rooms) != want || err != nil {
					t.Errorf("%v after it was handed out, %+v is due, %v; want %d", after, due, err, want)
				}
			}
		})
	})
}

func TestPlaying(t *testing.T) {
	test := func(t *testing.T, url string) {
		s := open(t, url, timing)
		want := func(n int) {
			t.Helper()
			if got, err := s.CountRunning(t.Context()); got != n || err != nil {
				t.Errorf("%d are played, %v; want %d", got, err, n)
			}
		}
		want(0)
		start(t, s, 1, "p/a/", "")
		start(t, s, 2, "p/b/", "")
		want(2)
		propose(t, s, "p/b/", game.Proposal{Game: 2, By: "p//ana", Now: noon, Operation: game.Stop(true)})
		want(1)
		noError(t, storetest.Purge(t.Context(), s, "p/a/"))
		want(0)
	}
	t.Run("memory", func(t *testing.T) { test(t, "memory:") })
	eachDatabase(t, func(t *testing.T, _, url string) { test(t, url) })
}

// TestVersions checks that a store knows the versions of any number of rooms, and of nothing else.
func TestVersions(t *testing.T) {
	test := func(t *testing.T, url string) {
		s := open(t, url, timing)
		var places []game.Place
		for i := range 101 {
			places = append(places, game.Place(fmt.Sprintf("p/%d/", i)))
		}
		start(t, s, 1, places[0], "")
		start(t, s, 2, places[100], "")
		start(t, s, 3, places[50], "")
		start(t, s, 4, "p/other/", "")
		want := func() {
			t.Helper()
			versions := make(map[game.Place]int64)
			for _, at := range []game.Place{places[0], places[50], places[100]} {
				room, err := s.Load(t.Context(), at, "")
				noError(t, err)
				versions[at] = room.Version
			}
			if got, err := s.Versions(t.Context(), places); !maps.Equal(got, versions) || err != nil {
				t.Errorf("the versions are %v, %v; want %v", got, err, versions)
			}
		}
		want()
		propose(t, s, places[0], game.Proposal{Game: 1, By: "p//ana", Now: noon, Operation: game.Stop(true)})
		want()
		if got, err := s.Versions(t.Context(), nil); len(got) > 0 || err != nil {
			t.Errorf("of no place the versions are %v, %v", got, err)
		}
	}
	t.Run("memory", func(t *testing.T) { test(t, "memory:") })
	eachDatabase(t, func(t *testing.T, _, url string) { test(t, url) })
}

// TestCheck checks that Check fails only while the store cannot be written.
func TestCheck(t *testing.T) {
	noError(t, open(t, "memory:", timing).Check(t.Context()))
	eachDatabase(t, func(t *testing.T, kind, url string) {
		s := open(t, url, timing)
		for range 2 {
			noError(t, s.Check(t.Context()))
		}
		execute(t, kind, url, "DROP TABLE heartbeat")
		if err := s.Check(t.Context()); err == nil {
			t.Error("Check succeeds on a database that cannot be written")
		}
	})
}
