package store_test

import (
	"fmt"
	"maps"
	"sync/atomic"
	"testing"
	"time"

	"othellobot/game"
)

// BenchmarkMove measures what a store does for a typed move, by one and by many
// at once, each in a place of their own: the room is loaded with the delivery, the
// move committed with its slot, and the message noted.
func BenchmarkMove(b *testing.B) {
	kinds := maps.Clone(databases)
	kinds["memory"] = func(testing.TB) string { return "memory:" }
	for kind, fresh := range kinds {
		for _, crowd := range []int{1, 6, 32} {
			b.Run(fmt.Sprintf("%s/%d", kind, crowd), func(b *testing.B) {
				s := open(b, fresh(b), timing)
				var moves atomic.Int64
				b.ReportAllocs()
				b.ResetTimer()
				processor := processorTime(b)
				eachOf(crowd, func(who int) {
					p := newMover(b, s, who)
					for moves.Add(1) <= int64(b.N) && !b.Failed() {
						p.move()
					}
				})
				b.ReportMetric(float64((processorTime(b)-processor).Microseconds())/float64(b.N), "cpu-µs/op")
			})
		}
	}
}

// mover plays one game after the other in a place.
type mover struct {
	b       testing.TB
	store   game.Store
	at      game.Place
	now     time.Time
	game    game.ID
	counted int
}

func newMover(b testing.TB, s game.Store, who int) *mover {
	now := time.Now()
	return &mover{b: b, store: s, at: game.Place(fmt.Sprintf("p/%d/%d/", now.UnixNano(), who)), now: now, game: game.ID(now.UnixNano() + int64(who)<<50)}
}

// move begins a game, or makes a move in it.
func (m *mover) move() {
	m.counted++
	delivery := game.Delivery(fmt.Sprint(m.at, m.counted))
	room, seen, err := m.store.Load(m.b.Context(), m.at, delivery)
	if err != nil || seen.Known {
		m.b.Errorf("%+v, %v", seen, err)
		return
	}
	after := m.next(room.Active)
	_, err = m.store.Commit(m.b.Context(), game.Change{
		Place: m.at, Delivery: delivery, Now: m.now,
		Steps: []game.Step{{Before: room.Active, After: &after, Due: m.now.Add(time.Minute).UnixMilli()}},
		Slots: []game.SlotChange{{Game: after.ID, Name: "board", Act: game.Reserve, Want: after.Version}},
	})
	if err != nil {
		m.b.Error(err)
	}
	standing, err := m.store.Note(m.b.Context(), game.Note{
		Place: m.at, Game: after.ID, Slot: "board", Post: after.Version, Shown: after.Version, Ref: "1234567890123456789/1234567890123456789",
	})
	if standing != game.NotedCurrent || err != nil {
		m.b.Error(standing, err)
	}
}

func (m *mover) next(active *game.Game) game.Game {
	if active == nil {
		m.game++
		g := game.NewDuel(m.game, m.at, "p//ana", "p//bo", 0, m.now)
		g.Version = 1
		return g
	}
	p := active.Position()
	after, _, err := active.Play(active.Player(p.ToMove), p.Legal().First(), m.now)
	if err != nil {
		m.b.Error(err)
	}
	after.Version++
	return after
}
