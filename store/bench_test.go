package store_test

import (
	"fmt"
	"maps"
	"sync/atomic"
	"testing"
	"time"

	"othellobot/game"
)

// BenchmarkMove measures a store's work for a typed move: it loads the room with the delivery, saves the
// move with its slot, and notes the message. Each player has a place of their own.
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

// mover plays one duel after another in a place.
type mover struct {
	b       testing.TB
	table   *game.Table
	at      game.Place
	now     time.Time
	game    game.ID
	counted int
}

func newMover(b testing.TB, s game.Store, who int) *mover {
	now := time.Now()
	shared := timing
	shared.MultiProcess = true
	return &mover{b: b, table: game.NewTable(s, shared), at: game.Place(fmt.Sprintf("p/%d/%d/", now.UnixNano(), who)), now: now, game: game.ID(now.UnixNano() + int64(who)<<50)}
}

// move starts a game or makes a move in it.
func (m *mover) move() {
	m.counted++
	m.now = m.now.Add(15 * time.Second)
	delivery := game.Delivery(fmt.Sprint(m.at, m.counted))
	room, known, err := m.table.Load(m.b.Context(), m.at, delivery)
	if err != nil || known {
		m.b.Errorf("%v, %v", known, err)
		return
	}
	p := game.Proposal{Delivery: delivery, Now: m.now, Display: reserve}
	if g := room.Active; g != nil {
		p.Game, p.By, p.Operation = g.ID, g.Player(g.Position().ToMove), game.Play(g.Position().Legal().First())
	} else {
		m.game++
		p.New = new(game.NewDuel(m.game, m.at, "p//ana", "p//bo", 0, m.now))
	}
	out, err := m.table.Do(m.b.Context(), room, p)
	if err != nil {
		m.b.Error(err)
		return
	}
	standing, err := m.table.Note(m.b.Context(), game.Note{
		Place: m.at, Game: out.Game.ID, Slot: "board", Post: out.Game.Version, Shown: out.Game.Version, Ref: "1234567890123456789/1234567890123456789", Now: m.now,
	})
	if standing != game.NotedCurrent || err != nil {
		m.b.Error(standing, err)
	}
}
