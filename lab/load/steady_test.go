package load

import (
	"testing"
	"time"
)

// BenchmarkSteady has people make LOAD_RATE moves a second in young games, with
// nothing in between, in LOAD_ROUNDS rounds of LOAD_SECONDS seconds. Times are from
// when a delivery should have been sent to the last byte of its answer. Between the
// rounds the bot comes to rest, every board is held against its game, and what
// people press next is read from it.
func BenchmarkSteady(b *testing.B) {
	rate, seconds, rounds := setting(b, "LOAD_RATE", 300), setting(b, "LOAD_SECONDS", 5), setting(b, "LOAD_ROUNDS", 2)
	r := newRig(b, setupOf(b))
	for b.Loop() {
		games := r.youngGames(b, rate*seconds, rounds)
		var times, late []time.Duration
		var spent work
		for range rounds {
			t := r.turn(b, upNext(b, games), games, rate)
			t.wrong.tell(b)
			times, late = append(times, t.took()...), append(late, t.late()...)
			spent.user, spent.system = spent.user+t.spent.user, spent.system+t.spent.system
		}
		reportTimes(b, "", times)
		reportTimes(b, "late-", late)
		b.ReportMetric(milliseconds(spent.sum())/float64(len(times)), "cpu-ms")
	}
	b.ReportMetric(0, "ns/op") // means nothing here
	r.end(b)
}
