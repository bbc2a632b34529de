//go:build unix

package render

import (
	"slices"
	"syscall"
	"testing"
	"time"

	"othellobot/rules"
)

// BenchmarkPictures draws each kind of picture. It reports the processor time at the
// median and at the 99th percentile, and the file size.
func BenchmarkPictures(b *testing.B) {
	marked := diagramOf(midgameView(b))
	squares := slices.Collect(marked.View.Hints.Squares())
	marked.View.Hints, marked.Better = rules.SetOf(squares[0]), squares[1]
	for name, p := range map[string]Picture{
		"diagram": diagramOf(midgameView(b)), "moment": marked, "card": sampleCard(b), "curve": sampleCurve(), "replay": Replay{Start: rules.Start(), Moves: longGame(b)},
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			var file []byte
			var times []time.Duration
			for b.Loop() {
				before := processorTime(b)
				file = p.Draw()
				times = append(times, processorTime(b)-before)
			}
			slices.Sort(times)
			for name, percent := range map[string]int{"p50-cpu-ms": 50, "p99-cpu-ms": 99} {
				b.ReportMetric(float64(times[(len(times)*percent-1)/100].Microseconds())/1000, name)
			}
			b.ReportMetric(float64(len(file)), "bytes")
		})
	}
}

// processorTime returns the processor time of this process so far, including garbage
// collection.
func processorTime(b *testing.B) time.Duration {
	var used syscall.Rusage
	noError(b, syscall.Getrusage(syscall.RUSAGE_SELF, &used))
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
