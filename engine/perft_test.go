package engine

import (
	"fmt"
	"strings"
	"testing"

	"othellobot/rules"
)

// TestPerft compares the move generator with the published counts. Passes occur from
// depth 9 on.
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
		var want uint64
		if _, err := fmt.Sscan(line, &depth, &want); err != nil {
			t.Fatal(err)
		}
		if depth > deepest {
			break
		}
		if got := Perft(rules.Start(), depth); got != want {
			t.Errorf("depth %d: %d, want %d", depth, got, want)
		}
	}
}

// TestPerftAtTheEnd counts late in games, where passes and ends are frequent.
func TestPerftAtTheEnd(t *testing.T) {
	for seed := range uint64(100) {
		p, ok := midway(t, random, seed, 7)
		if !ok {
			continue
		}
		for depth := range 10 {
			if got, want := Perft(p, depth), slowPerft(p, depth); got != want {
				t.Fatalf("depth %d: %d, want %d\n%s", depth, got, want, p.FormatBoard())
			}
		}
	}
}

// slowPerft does the work of Perft with package rules.
func slowPerft(p rules.Position, depth int) (leaves uint64) {
	if depth <= 0 || p.Over() {
		return 1
	}
	for s := range p.Legal().Squares() {
		next, _ := p.Play(s)
		left := depth - 1
		if next.ToMove == p.ToMove && !next.Over() {
			left-- // for the pass
		}
		leaves += slowPerft(next, left)
	}
	return leaves
}

// BenchmarkPerft reports millions of leaves a second on one core.
func BenchmarkPerft(b *testing.B) {
	for _, depth := range []int{9, 11} {
		b.Run(fmt.Sprint("depth=", depth), func(b *testing.B) {
			var leaves uint64
			for b.Loop() {
				leaves += Perft(rules.Start(), depth)
			}
			b.ReportMetric(float64(leaves)/b.Elapsed().Seconds()/1e6, "Mnps")
		})
	}
}
