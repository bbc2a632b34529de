package store_test

import (
	"cmp"
	"database/sql"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"othellobot/game"
	"othellobot/store"
)

// BenchmarkMove measures a store's work for a typed move: load, save and note. Each player has a place.
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

// manyGames stores finished games of two people. One in a hundred is under "p/gone/".
const manyGames = `
INSERT INTO games (id, place, ended, doc)
SELECT n * 3000000000, 'p/' || CASE n * 7919 % 100 WHEN 0 THEN 'gone' ELSE (n * 7919 % 5003) || '' END || '/' || (n * 7907 % 100003) || '/', 9000000000000, $2
FROM `

const manySeats = `INSERT INTO seats (player, game, place) SELECT %s, id, place FROM games ORDER BY 1, 2`

var series = map[string]string{
	"sqlite":   `(WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < $1) SELECT n FROM c) AS many`,
	"postgres": `generate_series(1::bigint, $1::bigint) AS many (n)`,
}

const finished = `{"format":1,"mode":"duel","phase":"over","seats":[{"player":"p//1"},{"player":"p//2"}],"moves":"f5d6c3d3c4f4c5b3c2e3d2c6b4a3f6g5g4h4e6f3a5b5a4b6a6a7g6h5h6h7d7c7e7f7g7b7c8d8e8f8g8h8a8b8e2f2g2h2h3g3a2b2a1b1c1d1e1f1g1h1"}`

func fillWith(b *testing.B, kind, url string, games int) {
	behind(b, kind, url, func(db *sql.DB) error {
		db.SetMaxOpenConns(1)
		if kind == "sqlite" {
			for _, pragma := range []string{"cache_size = -1000000", "synchronous = OFF", "temp_store = FILE"} {
				if _, err := db.Exec("PRAGMA " + pragma); err != nil {
					return err
				}
			}
		}
		if _, err := db.Exec(manyGames+series[kind], games, finished); err != nil {
			return err
		}
		for _, statement := range []string{fmt.Sprintf(manySeats, "'p//w' || (id / 3000000000 * 7901 % 50021)"), fmt.Sprintf(manySeats, "'p//l' || (id / 3000000000 * 7883 % 50021)"), "ANALYZE"} {
			if _, err := db.Exec(statement); err != nil {
				return err
			}
		}
		return nil
	})
}

// BenchmarkPurge measures 300 moves a second while one in a hundred of OTHELLO_GAMES finished games is deleted.
func BenchmarkPurge(b *testing.B) {
	games, _ := strconv.Atoi(os.Getenv("OTHELLO_GAMES"))
	games = cmp.Or(games, 20_000)
	for kind, fresh := range databases {
		b.Run(kind, func(b *testing.B) {
			url := fresh(b)
			during(b, url, func(*store.Store) {})
			began := time.Now()
			fillWith(b, kind, url, games)
			b.Logf("filled in %v", time.Since(began).Round(time.Second))
			s := open(b, url, timing)
			b.ResetTimer()
			for range b.N {
				measurePurge(b, s)
			}
		})
	}
}

func measurePurge(b *testing.B, s *store.Store) {
	alone := play(b, s, time.Now().Add(20*time.Second), nil)
	now := time.Now()
	var calls [2]time.Duration
	for i := range calls {
		began := time.Now()
		noError(b, s.Bury(b.Context(), game.NewTombstone("p/gone/", game.LossOfTenant, now.Add(time.Duration(i)*game.TenantConfirmDelay))))
		calls[i] = time.Since(began)
	}
	var took []time.Duration
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for at := now.Add(game.TenantConfirmDelay); ; at = at.Add(game.PurgePause) {
			began := time.Now()
			more, err := s.Clean(b.Context(), at)
			if !more || err != nil {
				b.Log("the purge ends:", err)
				return
			}
			took = append(took, time.Since(began))
			time.Sleep(game.PurgePause)
		}
	}()
	beside := play(b, s, time.Now().Add(20*time.Second), ended)
	b.ReportMetric(ms(slices.Max(calls[:])), "call-ms")
	b.ReportMetric(ms(percentile(alone, 50)), "move-alone-p50-ms")
	b.ReportMetric(ms(percentile(beside, 50)), "move-beside-p50-ms")
	b.ReportMetric(ms(percentile(alone, 99)), "move-alone-p99-ms")
	b.ReportMetric(ms(percentile(beside, 99)), "move-beside-p99-ms")
	b.ReportMetric(ms(percentile(took, 50)), "step-p50-ms")
	b.ReportMetric(ms(percentile(took, 99)), "step-p99-ms")
	b.Logf("%d moves alone, %d beside %d steps", len(alone), len(beside), len(took))
	<-ended
}

// play lets six players make 50 moves a second each. It returns how long each move took after it was due.
func play(b *testing.B, s *store.Store, end time.Time, stop <-chan struct{}) []time.Duration {
	var mu sync.Mutex
	var all []time.Duration
	eachOf(6, func(who int) {
		m := newMover(b, s, who)
		for due := time.Now(); due.Before(end); due = due.Add(20 * time.Millisecond) {
			time.Sleep(time.Until(due))
			m.move()
			mu.Lock()
			all = append(all, time.Since(due))
			mu.Unlock()
			select {
			case <-stop:
				return
			default:
			}
		}
	})
	return all
}

func percentile(times []time.Duration, p int) time.Duration {
	slices.Sort(times)
	return times[(len(times)-1)*p/100]
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func BenchmarkRecords(b *testing.B) {
	for kind, fresh := range databases {
		b.Run(kind, func(b *testing.B) {
			url := fresh(b)
			s := open(b, url, timing)
			fillFinished(b, kind, url, 100_000)
			noError(b, store.Rebuild(b.Context(), s))
			for b.Loop() {
				games := 0
				records, err := s.Records(b.Context(), "p//ana")
				for _, r := range records {
					games += r.Games()
				}
				if games != 100_000 || err != nil {
					b.Fatal(games, err)
				}
			}
		})
	}
}

func fillFinished(b *testing.B, kind, url string, games int) {
	b.Helper()
	behind(b, kind, url, func(db *sql.DB) error {
		_, err := db.Exec(fmt.Sprintf(`
			WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
			INSERT INTO finished (game, tenant, black, white, entry, annulled, doc)
			SELECT i + 1, 'p/' || (i %% 10) || '/', 'p//ana', CASE i %% 5 WHEN 0 THEN 'engine' ELSE 'p//' || (i %% 1000) END, 0, 0,
				'{"Level":' || CASE i %% 5 WHEN 0 THEN 1 + i / 10 %% 10 ELSE 0 END || ',"Verdict":' || (i %% 3) || ',"Tally":{"Number":' || i || '}}'
			FROM n`, games-1))
		return err
	})
}
