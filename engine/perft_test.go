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
