package main

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// BenchmarkMoves sends legal moves at a steady pace, LOAD_RATE a second for
// LOAD_SECONDS, and by turns, a quarter of a second each, to the bot and to a
// program that does nothing but check the signature. A time is from when a request
// should have been sent to the last byte of its answer. Neighbours may take more
// time from the one than from the other; the median over the pairs of turns
// (pairs-…) suffers less from that than the ratio of all times. The processor time
// that a move takes (cpu-ms) has all in it that the answer leaves to be done.
func BenchmarkMoves(b *testing.B) {
	rate, seconds := setting(b, "LOAD_RATE", 200), setting(b, "LOAD_SECONDS", 8)
	plan := turns{length: max(rate/4, 1), pairs: 2 * seconds}
	r := newRig(b, directly)
	for b.Loop() {
		games := r.gamesUnderWay(b, (plan.moves()+movesOfGame-1)/movesOfGame)
		moves := r.recordMoves(games)
		baseline := r.newBaseline(b, games[len(games)/2])
		r.Settle()
		botBefore, baselineBefore := r.bot.work(b), baseline.work(b)
		runtime.GC() // what was recorded stays, and is not to be looked at again meanwhile
		percent := debug.SetGCPercent(400)

		answers, errs := make([][]byte, plan.requests()), make([]error, plan.requests())
		samples := inOpenLoop(plan.requests(), time.Second/time.Duration(rate), sleepExactly, func(i int) {
			url := r.url
			if plan.ofBaseline(i) {
				url = "http://" + baseline.address
			}
			answers[i], errs[i] = moves[plan.move(i)].send(r.Transport(), url)
		})

		debug.SetGCPercent(percent)
		var failed failures
		for i, err := range errs {
			if err == nil && !plan.ofBaseline(i) {
				err = moves[plan.move(i)].answeredBy(answers[i])
			}
			failed.note(err)
		}
		failed.tell(b)
		plan.report(b, samples)
		r.Settle()
		b.ReportMetric(milliseconds(r.bot.work(b)-botBefore)/float64(plan.moves()), "cpu-ms")
		b.ReportMetric(milliseconds(baseline.work(b)-baselineBefore)/float64(plan.moves()), "baseline-cpu-ms")
	}
	b.ReportMetric(0, "ns/op") // means nothing here
	r.end(b)
}
