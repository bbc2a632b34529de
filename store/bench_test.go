package store_test

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"othellobot/game"
	"othellobot/store"
)

// BenchmarkMove measures a move through the table by many at once, each in a
// place of its own: the room looked up, the move made and stored.
func BenchmarkMove(b *testing.B) {
	timing := game.Timing{IdleExpiry: 168 * time.Hour, Retention: 2160 * time.Hour}
	for _, kind := range []string{"memory", "sqlite", "postgres"} {
		url := map[string]string{"memory": "memory:", "sqlite": "sqlite:" + filepath.Join(b.TempDir(), "othello.db"), "postgres": os.Getenv("OTHELLO_POSTGRES")}[kind]
		if url == "" {
			continue
		}
		b.Run(kind, func(b *testing.B) {
			kept, err := store.Open(b.Context(), url, timing, slog.New(slog.DiscardHandler))
			if err != nil {
				b.Fatal(err)
			}
			defer kept.Close()
			table := game.NewTable(kept, timing)
			var workers atomic.Int64
			b.SetParallelism(32)
			b.ReportAllocs()
			b.RunParallel(func(pb *testing.PB) {
				now := time.Now()
				n := workers.Add(1)
				at := game.Place(fmt.Sprintf("p/%d/%d/", now.UnixNano(), n))
				id := game.ID(now.UnixNano() + n<<50)
				for i := 0; pb.Next(); i++ {
					if err := move(b, table, at, &id, fmt.Sprintf("%s-%d", at, i), now); err != nil {
						b.Error(err)
						return
					}
				}
			})
		})
	}
}

func move(b *testing.B, table *game.Table, at game.Place, id *game.ID, delivery string, now time.Time) error {
	room, err := table.Room(b.Context(), at)
	if err != nil {
		return err
	}
	if room.Active == nil {
		*id++
		_, err := table.Add(b.Context(), room, game.NewOpen(*id, at, "p//ana", now), game.Occasion{Delivery: delivery, Now: now})
		return err
	}
	_, _, err = table.Update(b.Context(), room, room.Active.ID, game.Occasion{Delivery: delivery, Now: now}, func(g game.Game) (game.Game, []game.Event, error) {
		return g.Play("p//ana", g.Position().Legal().First(), now)
	})
	return err
}
