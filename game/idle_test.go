package game_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"othellobot/game"
	"othellobot/rules"
)

// idleGames is how many games BenchmarkIdleGame leaves alone, unless the
// environment variable OTHELLO_IDLE_GAMES says another number.
const idleGames = 20_000

// BenchmarkIdleGame reports what a game costs that nobody touches, after 30
// moves by two people: bytes of live heap, and bytes of the process. Run it with
// -benchtime=1x.
func BenchmarkIdleGame(b *testing.B) {
	n := idleGames
	if text := os.Getenv("OTHELLO_IDLE_GAMES"); text != "" {
		var err error
		if n, err = strconv.Atoi(text); err != nil {
			b.Fatal(err)
		}
	}
	for _, mode := range []game.Mode{game.Open, game.Duel} {
		b.Run(map[game.Mode]string{game.Open: "open", game.Duel: "duel"}[mode], func(b *testing.B) {
			for b.Loop() {
				heap, resident := liveHeap(), residentBytes(b)
				table := idleTable(b, mode, n)
				b.ReportMetric(float64(liveHeap()-heap)/float64(n), "heap-B/game")
				b.ReportMetric(float64(residentBytes(b)-resident)/float64(n), "rss-B/game")
				b.ReportMetric(float64(residentBytes(b))/(1<<20), "rss-MiB")
				runtime.KeepAlive(table)
			}
		})
	}
}

// idleTable is a table of n games of 30 moves each, everything in strings of its
// own, as actions from outside bring them.
func idleTable(tb testing.TB, mode game.Mode, n int) *game.Table {
	ctx := context.Background()
	now := time.Date(2026, time.January, 1, 12, 0, 0, 0, time.UTC)
	t := game.NewTable(nil, game.Timing{IdleExpiry: 168 * time.Hour, Retention: 2160 * time.Hour})
	transcripts := transcripts(30)
	const base = 1_000_000_000_000_000_000
	for i := range n {
		place := func() game.Place { return game.Place(fmt.Sprintf("p/%d/%d/", base+i, base+i*7)) }
		players := func(c rules.Color) game.Player { return game.Player(fmt.Sprintf("p//%d", base+2*i+int(c))) }
		g := game.NewOpen(game.ID(base+i), place(), players(rules.Black), now)
		if mode == game.Duel {
			g = game.NewDuel(game.ID(base+i), place(), players(rules.Black), players(rules.White), rules.Black, now)
		}
		g, err := t.Add(ctx, g, "", now)
		for _, square := range transcripts[i%len(transcripts)] {
			if err != nil {
				tb.Fatal(err)
			}
			g, _, err = t.Update(ctx, place(), g.ID, "", now, func(g game.Game) (game.Game, []game.Event, error) {
				return g.Play(players(g.Position().ToMove), square, now)
			})
		}
		if err != nil {
			tb.Fatal(err)
		}
		ref := fmt.Sprintf("%d/%d", base+i, base+i)
		if _, _, err := t.Sent(ctx, place(), game.Posted{Game: g.ID, Slot: "board", Version: g.Version, Ref: ref}); err != nil {
			tb.Fatal(err)
		}
	}
	return t
}

// transcripts are random games cut after so many moves.
func transcripts(length int) (games [64][]rules.Square) {
	random := rand.New(rand.NewPCG(1, 2))
	for i := range games {
		for p := rules.Start(); len(games[i]) < length; {
			if p.Over() {
				p, games[i] = rules.Start(), nil
			}
			legal := p.Legal()
			skip := random.IntN(legal.Len())
			for s := range legal.Squares() {
				if skip == 0 {
					p, _ = p.Play(s)
					games[i] = append(games[i], s)
					break
				}
				skip--
			}
		}
	}
	return games
}

func liveHeap() uint64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// residentBytes is the memory that the process holds, or 0 where the system does
// not tell.
func residentBytes(tb testing.TB) uint64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kib, err := strconv.ParseUint(strings.Fields(rest)[0], 10, 64)
			if err != nil {
				tb.Fatal(err)
			}
			return kib << 10
		}
	}
	return 0
}
