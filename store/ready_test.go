package store_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"othellobot/game"
	"othellobot/store"
)

// storeMany stores n duels of two players after 30 moves, each in its own place.
func storeMany(t testing.TB, kind, url string, n int) {
	t.Helper()
	during(t, url, func(*store.Store) {})
	g := game.NewDuel(1, here, "p//1", "p//2", 0, noon)
	for range 30 {
		var err error
		if g, _, err = g.Play(g.Player(g.Position().ToMove), g.Position().Legal().First(), noon); err != nil {
			t.Fatal(err)
		}
	}
	g.Version = 31
	doc, err := game.Room{Active: &g}.MarshalJSON()
	noError(t, err)
	parts := strings.Split(string(doc), fmt.Sprintf("%q", g.ID))
	numbers := fmt.Sprintf(`WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < %d) `, n)
	execute(t, kind, url, numbers+`
		INSERT INTO rooms (place, version, due, running, doc)
		SELECT 'p/team/' || n || '/', 31, CAST($1 AS BIGINT) + n, 1, CAST($2 AS TEXT) || '"' || n || '"' || CAST($3 AS TEXT) FROM numbers`,
		noon.UnixMilli(), parts[0], parts[1])
	execute(t, kind, url, numbers+`
		INSERT INTO seats (player, game, place) SELECT 'p//1', n, 'p/team/' || n || '/' FROM numbers UNION ALL SELECT 'p//2', n, 'p/team/' || n || '/' FROM numbers`)
}

// ready opens a store of n games and makes the calls of a bot that starts.
func ready(t testing.TB, url string, n int) {
	t.Helper()
	during(t, url, func(s *store.Store) {
		noError(t, s.Check(t.Context()))
		at := game.Place(fmt.Sprintf("p/team/%d/", n/2))
		if room, err := s.Load(t.Context(), at, ""); err != nil || room.Active == nil || room.Active.Version != 31 {
			t.Errorf("in %s runs %+v, %v", at, room.Active, err)
		}
		if next, ok, err := s.Next(t.Context(), []string{"p/"}); !ok || err != nil || !next.Equal(noon.Add(time.Millisecond)) {
			t.Errorf("the next is due at %v, %v, %v", next, ok, err)
		}
		if _, err := s.Clean(t.Context(), noon.Add(time.Hour)); err != nil {
			t.Error(err)
		}
		if due, err := s.Due(t.Context(), noon, noon, 9, []string{"p/"}); len(due.Rooms) != 0 || err != nil {
			t.Errorf("due %+v, %v", due, err)
		}
		if playing, err := s.Playing(t.Context()); playing != n || err != nil {
			t.Errorf("%d games run, %v", playing, err)
		}
	})
}

func TestReady(t *testing.T) {
	games := 100_000
	if testing.Short() {
		games = 5000
	}
	eachDatabase(t, func(t *testing.T, kind, url string) {
		storeMany(t, kind, url, games)
		ready(t, url, games)
	})
}

// BenchmarkReady measures the time until a store with 100,000 games is in use.
func BenchmarkReady(b *testing.B) {
	const games = 100_000
	for kind, fresh := range databases {
		b.Run(kind, func(b *testing.B) {
			url := fresh(b)
			storeMany(b, kind, url, games)
			for b.Loop() {
				ready(b, url, games)
			}
		})
	}
}
