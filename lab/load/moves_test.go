package load

import (
	"testing"
	"time"
)

// BenchmarkMoves has people play on LOAD_PLATFORM at a steady pace, LOAD_RATE
// deliveries a second for LOAD_SECONDS, which go by turns, a quarter of a second
// each, to the bot and to a program that does nothing but check the signature. A
// time is from when a delivery should have been sent to the last byte of its answer.
// Neighbours may take more time from the one than from the other; the median over
// the pairs of turns (pairs-…) suffers less from that than the ratio of all times.
// The processor time that a delivery takes (cpu-ms) has all in it that the answer
// leaves to be done.
//
// There are LOAD_ROUNDS rounds, in each of which something is done once in each
// game. Between them the bot comes to rest, every board is held against its game,
// and what people press next is read from it. Each call that the bot makes takes
// LOAD_LATENCY_MS longer, if that is set.
func BenchmarkMoves(b *testing.B) {
	rate, seconds, rounds := setting(b, "LOAD_RATE", 200), setting(b, "LOAD_SECONDS", 8), setting(b, "LOAD_ROUNDS", 4)
	latency := time.Duration(setting(b, "LOAD_LATENCY_MS", 0)) * time.Millisecond
	plan := turns{length: max(rate/4, 1), pairs: max(2*seconds/rounds, 1)}
	whole := turns{length: plan.length, pairs: rounds * plan.pairs}
	r := newRig(b, setupOf(b))
	for b.Loop() {
		games := r.gamesUnderWay(b, plan.deliveries(), rounds)
		r.look(b, games)
		baseline := r.newBaseline(b, oneOfEach(r, games)...)
		var samples []sample
		var ours, theirs time.Duration
		for range rounds {
			all := upNext(b, games)
			r.Settle()
			r.delay(latency)
			if r.shortcut != nil {
				r.shortcut.on.Store(true)
			}
			oursBefore, theirsBefore := r.bot.work(b).sum(), baseline.work(b).sum()
			samples = append(samples, r.takeTurns(b, plan, rate, all, baseline)...)
			r.Settle()
			ours, theirs = ours+r.bot.work(b).sum()-oursBefore, theirs+baseline.work(b).sum()-theirsBefore
			r.delay(0)
			r.look(b, games)
		}
		whole.report(b, samples)
		b.ReportMetric(milliseconds(ours)/float64(whole.deliveries()), "cpu-ms")
		b.ReportMetric(milliseconds(theirs)/float64(whole.deliveries()), "baseline-cpu-ms")
	}
	b.ReportMetric(0, "ns/op") // means nothing here
	r.end(b)
}

// takeTurns sends all deliveries to the bot and to the baseline, and holds the
// bot's answers against what they should be.
func (r *rig) takeTurns(b *testing.B, plan turns, rate int, all []delivery, baseline *process) []sample {
	b.Helper()
	defer undisturbed()()
	answers, errs := make([][]byte, plan.requests()), make([]error, plan.requests())
	samples := inOpenLoop(plan.requests(), time.Second/time.Duration(rate), sleepExactly, func(i int) {
		address := r.bot.address
		if plan.ofBaseline(i) {
			address = baseline.address
		}
		answers[i], errs[i] = all[plan.delivery(i)].send(r.transport, address)
	})
	var failed failures
	for i, err := range errs {
		if err == nil && !plan.ofBaseline(i) {
			err = all[plan.delivery(i)].answered(answers[i])
		}
		failed.note(err)
	}
	failed.tell(b)
	return samples
}
