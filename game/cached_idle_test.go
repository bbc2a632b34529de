package game

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"othellobot/rules"
)

func TestCachedGamesAreSmall(t *testing.T) {
	const games = 3000
	store := idleRooms(t)
	before := liveHeap()
	cached := loadIdle(t, store, games)
	if each := (liveHeap() - before) / games; each > maxIdleBytes {
		t.Errorf("%d bytes a game, want at most %d", each, maxIdleBytes)
	}
	runtime.KeepAlive(cached)
}

// BenchmarkCachedGame reports what 100,000 games cost that were loaded from a
// store and are now at rest, as [BenchmarkIdleGame] does for games that nobody
// else keeps.
func BenchmarkCachedGame(b *testing.B) {
	const games = 100_000
	store := idleRooms(b)
	for b.Loop() {
		heap, resident := liveHeap(), residentBytes(b)
		cached := loadIdle(b, store, games)
		b.ReportMetric(float64(liveHeap()-heap)/games, "heap-B/game")
		b.ReportMetric((float64(residentBytes(b))-float64(resident))/games, "rss-B/game")
		b.ReportMetric(float64(residentBytes(b))/(1<<20), "rss-MiB")
		runtime.KeepAlive(cached)
	}
}

// roomStore makes up a room for any place, with every name in a string of its
// own, as databases give them.
type roomStore struct {
	Store
	rooms []Room
	next  ID
}

// idleRooms has duels after 30 moves, each with a board message.
func idleRooms(tb testing.TB) *roomStore {
	table := idleTable(tb, Duel, 64)
	s := &roomStore{next: 1_000_000_000_000_000_000}
	for at := range memory(table).shelves.byPlace {
		s.rooms = append(s.rooms, room(tb, table, at))
	}
	return s
}

func (s *roomStore) Load(_ context.Context, at Place) (Room, error) {
	s.next++
	r := s.rooms[uint64(s.next)%uint64(len(s.rooms))]
	g := clone(*r.Active)
	g.ID, g.Place = s.next, Place(strings.Clone(string(at)))
	for i := range g.Seats {
		g.Seats[i].Player = Player(fmt.Sprintf("p//%d", uint64(s.next)*2+uint64(i)))
	}
	g.Starter = Player(strings.Clone(string(g.Player(rules.Black))))
	ref := fmt.Sprintf("%d/%d", s.next, s.next)
	record := Record{Game: g, Messages: Messages{Shown: []Posted{{g.ID, "board", g.Version, ref}}}}
	return NewRoom(g.Place, Settings{}, []Record{record}), nil
}

// loadIdle loads so many games, until all are at rest.
func loadIdle(tb testing.TB, store Store, n int) *Cached {
	cached := NewCached(store)
	for i := range n {
		at := Place(fmt.Sprintf("p/%d/%d/", 1_000_000_000_000_000_000+i, 1_000_000_000_000_000_000+i*7))
		if _, err := cached.Load(context.Background(), at); err != nil {
			tb.Fatal(err)
		}
	}
	for range maxInUse {
		cached.shelves.fill(&shelf{}, Room{})
	}
	if len(cached.shelves.byPlace) != n {
		tb.Fatalf("%d rooms are kept", len(cached.shelves.byPlace))
	}
	return cached
}
