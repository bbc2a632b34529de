package load

import (
	"testing"
	"time"
)

// BenchmarkIdle reports how much memory the bot takes that is connected with
// LOAD_PLATFORM, has opened LOAD_DATABASE_URL, and has nothing to do.
func BenchmarkIdle(b *testing.B) {
	r := newRig(b, setupOf(b))
	for b.Loop() {
		time.Sleep(5 * time.Second) // in which what was begun at the start ends
		now, most := r.bot.memory(b)
		b.ReportMetric(now, "rss-MiB")
		b.ReportMetric(most, "most-MiB")
	}
	b.ReportMetric(0, "ns/op") // means nothing here
	r.end(b)
}
