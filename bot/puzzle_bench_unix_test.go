//go:build unix

package bot_test

import (
	"slices"
	"syscall"
	"testing"
	"time"

	"othellobot/bot"
	"othellobot/chat"
	"othellobot/puzzle"
	"othellobot/words"
)

// BenchmarkPuzzle is a press of a wrong move in a puzzle that nobody has asked about yet,
// of all grades in turn. It reports how long all but one in a hundred take at most, and for
// how long processors work for those.
func BenchmarkPuzzle(b *testing.B) {
	c := configuration(words.MustLoad())
	now := time.Date(2026, time.January, 1, 12, 0, 0, 0, time.UTC)
	c.Clock = clock(func() time.Time { return now })
	c.Limits, c.Puzzle = map[string]chat.Limits{"p": limits}, puzzle.At
	handler := bot.New(c)
	var took, worked []time.Duration
	for n := 0; b.Loop(); n++ {
		now = now.AddDate(0, 0, 1)
		p := puzzle.At(puzzle.Grade(n%puzzle.Grades), puzzle.NumberOn(now.Date()))
		wrong := p.Position.Legal().First()
		if wrong == p.Best {
			continue
		}
		a := by("ana", "c", "t")
		a.Control = "o1:0:0:puzzle:" + p.ID.String() + ":" + wrong.String()
		began, before := time.Now(), processorTime(b)
		if _, err := handler.Handle(b.Context(), a); err != nil {
			b.Fatal(err)
		}
		took, worked = append(took, time.Since(began)), append(worked, processorTime(b)-before)
	}
	b.ReportMetric(percentile(took, 99), "p99-ms")
	b.ReportMetric(percentile(worked, 99), "p99-cpu-ms")
	b.ReportMetric(percentile(worked, 50), "median-cpu-ms")
}

// percentile is the time, in milliseconds, that n of a hundred do not exceed.
func percentile(times []time.Duration, n int) float64 {
	slices.Sort(times)
	return float64(times[len(times)*n/100].Microseconds()) / 1000
}

// processorTime is for how long processors have worked for this process.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
