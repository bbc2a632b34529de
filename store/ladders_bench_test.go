package store_test

import (
	"database/sql"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"othellobot/game"
	"othellobot/rules"
	"othellobot/store"
)

// BenchmarkTop measures how long it takes to read the top of a ladder of 100,000 people, as
// somebody in the middle sees it, and how much of this process's processor time.
func BenchmarkTop(b *testing.B) {
	eachLadder(b, func(b *testing.B, s *store.Store, kind, url string) {
		fillRatings(b, kind, url, 100_000)
		var took, processor []time.Duration
		for n := 0; b.Loop(); n++ {
			began, used := time.Now(), processorTime(b)
			t, err := s.Top(b.Context(), "p/t/", 8104, game.Player(fmt.Sprint("p//", 1+n*7919%100_000)), 10)
			took, processor = append(took, time.Since(began)), append(processor, processorTime(b)-used)
			if t.Above.Rating <= t.Mine.Rating || len(t.Best) != 10 || err != nil {
				b.Fatal(t, err)
			}
		}
		for name, all := range map[string][]time.Duration{"p99-ms": took, "cpu-p99-ms": processor} {
			slices.Sort(all)
			b.ReportMetric(float64(all[len(all)*99/100].Microseconds())/1000, name)
		}
	})
}

// BenchmarkRatedEnd measures what it takes to end duels, friendly and rated ones by turns, and
// how much more of time and of this process's processor time the median of the rated takes.
func BenchmarkRatedEnd(b *testing.B) {
	eachLadder(b, func(b *testing.B, s *store.Store, kind, url string) {
		id := game.ID(0)
		end := func(rated bool) (took, processor time.Duration) {
			id++
			begun := long(game.NewDuel(id, game.Place(fmt.Sprintf("p/t/%d/", id)), game.Player(fmt.Sprint("p//", id%97)), game.Player(fmt.Sprint("p//a", id%89)), rules.Black, noon))
			begun.Rated, begun.Version = rated, 1
			over := begun
			over.Phase, over.Result, over.Version = game.Over, &game.Result{Reason: game.TimedOut, Decided: true, Winner: rules.Color(id % 2)}, 2
			for n, step := range []game.Step{{After: &begun}, {Before: &begun, After: &over}} {
				c := game.Change{
					Place: begun.Place, Delivery: game.Delivery(fmt.Sprint(id, n)), Now: noon, Steps: []game.Step{step},
					Slots: []game.SlotChange{{Game: id, Name: "board", Act: game.Reserve, Want: step.After.Version}},
				}
				began, used := time.Now(), processorTime(b)
				if _, err := s.Commit(b.Context(), c); err != nil {
					b.Fatal(err)
				}
				took, processor = time.Since(began), processorTime(b)-used
			}
			return took, processor
		}
		var took, processor [2][]time.Duration
		for n := 0; b.Loop(); n++ {
			t, p := end(n%2 == 1)
			took[n%2], processor[n%2] = append(took[n%2], t), append(processor[n%2], p)
		}
		for name, of := range map[string][2][]time.Duration{"": took, "cpu-": processor} {
			median := func(all []time.Duration) float64 {
				slices.Sort(all)
				return float64(all[len(all)/2].Nanoseconds()) / 1000
			}
			if len(of[1]) > 0 {
				b.ReportMetric(median(of[0]), name+"friendly-µs")
				b.ReportMetric(median(of[1]), name+"rated-µs")
				b.ReportMetric(100*median(of[1])/median(of[0])-100, name+"more-%")
			}
		}
	})
}

func eachLadder(b *testing.B, do func(b *testing.B, s *store.Store, kind, url string)) {
	for _, kind := range []string{"sqlite", "postgres"} {
		url := map[string]string{"sqlite": "sqlite:" + filepath.Join(b.TempDir(), "othello.db"), "postgres": postgresURL(b)}[kind]
		if url == "" {
			continue
		}
		b.Run(kind, func(b *testing.B) {
			s, err := store.Open(b.Context(), url, timing, slog.New(slog.DiscardHandler))
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			do(b, s, kind, url)
		})
	}
}

// fillRatings has so many people rated, in no order.
func fillRatings(b *testing.B, kind, url string, people int) {
	b.Helper()
	const state = `{"Rating":%d,"Deviation":60000,"At":1,"Games":50,"Opponents":9,"This":{"Season":8104,"Games":9},"Former":{}}`
	behind(b, kind, url, func(db *sql.DB) error {
		tx, err := db.Begin()
		if err != nil {
			return err
		}
		for i := range people {
			points := 1_000_000 + i*7919%1_000_003
			_, err := tx.Exec(
				`INSERT INTO ratings (tenant, player, seat, rating, stage, season, hidden, state) VALUES ('p/t/', $1, $2, $3, 2, 8104, $4, $5)`,
				fmt.Sprint("p//", i+1), i+2, points, i%50/49, fmt.Sprintf(state, points),
			)
			if err != nil {
				return err
			}
		}
		if err := tx.Commit(); err != nil {
			return err
		}
		_, err = db.Exec("ANALYZE")
		return err
	})
}
