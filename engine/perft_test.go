package engine

import (
	"fmt"
	"strings"
	"testing"

	"othellobot/rules"
)

// TestPerft holds the move generator to the published counts; passes come up
// from depth 9 on.
func TestPerft(t *testing.T) {
	deepest := 10
	if testing.Short() {
		deepest = 8
	}
	for _, line := range dataLines(t, "perft.txt") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		var depth int
		var ply, free uint64
		if _, err := fmt.Sscan(line, &depth, &ply, &free); err != nil {
			continue // the last line has no second column
		}
		if depth > deepest {
			break
		}
		if got := Perft(rules.Start(), depth, rules.PassIsPly); got != ply {
			t.Errorf("depth %d: %d, want %d", depth, got, ply)
		}
		if got := Perft(rules.Start(), depth, rules.PassIsFree); got != free {
			t.Errorf("depth %d, passes free: %d, want %d", depth, got, free)
		}
	}
}

// TestPerftAtTheEnd goes where games pass and end all the time.
func TestPerftAtTheEnd(t *testing.T) {
	for seed := range uint64(100) {
		p, ok := midway(t, random, seed, 7)
		if !ok {
			continue
		}
		for depth := range 10 {
			for _, passes := range []rules.PassCounting{rules.PassIsPly, rules.PassIsFree} {
				if got, want := Perft(p, depth, passes), rules.Perft(p, depth, passes); got != want {
					t.Fatalf("depth %d: %d, want %d\n%s", depth, got, want, p.FormatBoard(rules.AlphabetXO))
				}
			}
		}
	}
}

// BenchmarkPerft reports millions of leaves a second on one core.
func BenchmarkPerft(b *testing.B) {
	for _, depth := range []int{9, 11} {
		b.Run(fmt.Sprint("depth=", depth), func(b *testing.B) {
			var leaves uint64
			for b.Loop() {
				leaves += Perft(rules.Start(), depth, rules.PassIsPly)
			}
			b.ReportMetric(float64(leaves)/b.Elapsed().Seconds()/1e6, "Mnps")
		})
	}
}
