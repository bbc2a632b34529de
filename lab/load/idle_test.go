package load

import (
	"testing"
	"time"
)

// BenchmarkIdle reports the memory of an idle bot that is connected to LOAD_PLATFORM and has opened
// LOAD_DATABASE_URL.
func BenchmarkIdle(b *testing.B) {
	r := newRig(b, setupOf(b))
	for b.Loop() {
		time.Sleep(5 * time.Second) // until the work of the start has ended
		now, most := r.bot.memory(b)
		b.ReportMetric(now, "rss-MiB")
		b.ReportMetric(most, "most-MiB")
	}
	b.ReportMetric(0, "ns/op") // meaningless here
	r.end(b)
}
