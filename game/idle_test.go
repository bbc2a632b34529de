package game

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"othellobot/rules"
)

// maxIdleBytes is what an idle game may cost at most, all told.
const maxIdleBytes = 512

var modes = map[string]Mode{"open": Open, "duel": Duel}

func TestIdleGamesAreSmall(t *testing.T) {
	const games = 3000
	for name, mode := range modes {
		before := liveHeap()
		table := idleTable(t, mode, games)
		if each := (liveHeap() - before) / games; each > maxIdleBytes {
			t.Errorf("%s: %d bytes a game, want at most %d", name, each, maxIdleBytes)
		}
		runtime.KeepAlive(table)
	}
}

// BenchmarkIdleGame reports what a game costs that nobody touches, after 30
// moves by two people: bytes of live heap, and resident bytes of the process,
// which the garbage collector lets grow to about twice as many. The environment
// variable OTHELLO_IDLE_GAMES says how many games there are. Run it with
// -benchtime=1x, and one mode at a time for the resident bytes.
func BenchmarkIdleGame(b *testing.B) {
	n := 20_000
	if text := os.Getenv("OTHELLO_IDLE_GAMES"); text != "" {
		var err error
		if n, err = strconv.Atoi(text); err != nil {
			b.Fatal(err)
		}
	}
	for name, mode := range modes {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				heap, resident := liveHeap(), residentBytes(b)
				table := idleTable(b, mode, n)
				b.ReportMetric(float64(liveHeap()-heap)/float64(n), "heap-B/game")
				b.ReportMetric((float64(residentBytes(b))-float64(resident))/float64(n), "rss-B/game")
				b.ReportMetric(float64(residentBytes(b))/(1<<20), "rss-MiB")
				runtime.KeepAlive(table)
			}
		})
	}
}

// idleTable is a table of n games of 30 moves each and with a board message,
// every name in a string of its own, as actions from outside bring them. All are
// at rest.
func idleTable(tb testing.TB, mode Mode, n int) *Table {
	ctx := context.Background()
	t := NewTable(nil, timing)
	transcripts := transcripts(30)
	const base = 1_000_000_000_000_000_000
	for i := range n {
		at := fmt.Sprintf("p/%d/%d/", base+i, base+i*7)
		people := [2]string{fmt.Sprintf("p//%d", base+2*i), fmt.Sprintf("p//%d", base+2*i+1)}
		place := func() Place { return Place(strings.Clone(at)) }
		players := func(c rules.Color) Player { return Player(strings.Clone(people[c])) }
		g := NewOpen(ID(base+i), place(), players(rules.Black), noon)
		if mode == Duel {
			g = NewDuel(ID(base+i), place(), players(rules.Black), players(rules.White), rules.Black, noon)
		}
		g, err := addTo(ctx, t, g, "", noon)
		for _, square := range transcripts[i%len(transcripts)] {
			if err != nil {
				tb.Fatal(err)
			}
			g, _, err = updateIn(ctx, t, place(), g.ID, "", noon, func(g Game) (Game, []Event, error) {
				return g.Play(players(g.Position().ToMove), square, noon)
			})
		}
		if err != nil {
			tb.Fatal(err)
		}
		ref := fmt.Sprintf("%d/%d", base+i, base+i)
		if _, _, err := t.Sent(ctx, place(), Posted{Game: g.ID, Slot: "board", Version: g.Version, Ref: ref}); err != nil {
			tb.Fatal(err)
		}
	}
	for range maxInUse { // everything else comes to rest
		memory(t).shelves.fill(&shelf{}, Room{})
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
