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
// somebody in the middle sees it.
func BenchmarkTop(b *testing.B) {
	eachLadder(b, func(b *testing.B, s *store.Store, kind, url string) {
		fillRatings(b, kind, url, 100_000)
		var took []time.Duration
		for n := 0; b.Loop(); n++ {
			began := time.Now()
			t, err := s.Top(b.Context(), "p/t/", 8104, game.Player(fmt.Sprint("p//", 1+n*7919%100_000)), 10)
			if took = append(took, time.Since(began)); t.Above.Rating <= t.Mine.Rating || len(t.Best) != 10 || err != nil {
				b.Fatal(t, err)
			}
		}
		slices.Sort(took)
		b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
	})
}

// BenchmarkRatedEnd measures what it takes to end a duel, friendly and rated.
func BenchmarkRatedEnd(b *testing.B) {
	eachLadder(b, func(b *testing.B, s *store.Store, kind, url string) {
		id := game.ID(0)
		for _, rated := range []bool{false, true} {
			b.Run(map[bool]string{false: "friendly", true: "rated"}[rated], func(b *testing.B) {
				for b.Loop() {
					b.StopTimer()
					id++
					before := game.NewDuel(id, game.Place(fmt.Sprintf("p/t/%d/", id)), game.Player(fmt.Sprint("p//", id%97)), game.Player(fmt.Sprint("p//a", id%89)), rules.Black, noon)
					before.Rated, before.Version = rated, 1
					after := before
					after.Phase, after.Result, after.Version = game.Over, &game.Result{Reason: game.TimedOut, Decided: true}, 2
					if _, err := s.Commit(b.Context(), game.Change{Place: before.Place, Steps: []game.Step{{After: &before}}, Now: noon}); err != nil {
						b.Fatal(err)
					}
					b.StartTimer()
					if _, err := s.Commit(b.Context(), game.Change{Place: before.Place, Steps: []game.Step{{Before: &before, After: &after}}, Now: noon}); err != nil {
						b.Fatal(err)
					}
				}
			})
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
