package engine

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"othellobot/rules"
)

// BenchmarkChoose reports the slowest position beside the mean of all, by the
// fastest run of each, since others use the machine too. The positions are from
// games of level 2 against itself, from the opening to the last moves, with the
// first that are solved among them.
func BenchmarkChoose(b *testing.B) {
	for n := 1; n <= Levels; n++ {
		for _, empties := range []int{50, 40, 30, 20, exactEmpties + 1, exactEmpties, 8} {
			var positions []rules.Position
			for seed := range uint64(20) {
				if p, ok := midway(b, level(2), seed, empties); ok {
					positions = append(positions, p)
				}
			}
			b.Run(fmt.Sprintf("level=%d/empties=%d", n, empties), func(b *testing.B) {
				fastest := make([]time.Duration, len(positions))
				for i := 0; b.Loop(); i++ {
					at := i % len(positions)
					begun := time.Now()
					level(n)(b, positions[at], 1)
					if took := time.Since(begun); fastest[at] == 0 || took < fastest[at] {
						fastest[at] = took
					}
				}
				b.ReportMetric(slices.Max(fastest).Seconds()*1000, "slowest-ms")
			})
		}
	}
}
