package load

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"othellobot/rules"
)

// BenchmarkSteady has people make LOAD_RATE moves a second in young games, with
// nothing in between, in LOAD_ROUNDS rounds of LOAD_SECONDS seconds. Times are from
// when a delivery should have been sent to the last byte of its answer. Between the
// rounds the bot comes to rest, every board is held against its game, and what
// people press next is read from it.
func BenchmarkSteady(b *testing.B) {
	rate, seconds, rounds := setting(b, "LOAD_RATE", 300), setting(b, "LOAD_SECONDS", 5), setting(b, "LOAD_ROUNDS", 2)
	r := newRig(b)
	for b.Loop() {
		games := r.youngGames(b, rate*seconds)
		var times, late []time.Duration
		var work time.Duration
		for range rounds {
			all := upNext(b, games)
			r.Settle()
			if r.shortcut != nil {
				r.shortcut.on.Store(true)
			}
			before := r.bot.work(b)
			for _, s := range r.sendUndisturbed(b, all, rate) {
				times, late = append(times, s.took), append(late, s.late)
			}
			r.Settle()
			work += r.bot.work(b) - before
			r.look(b, games)
		}
		reportTimes(b, "", times)
		reportTimes(b, "late-", late)
		b.ReportMetric(milliseconds(work)/float64(len(times)), "cpu-ms")
	}
	b.ReportMetric(0, "ns/op") // means nothing here
	r.end(b)
}

// sendUndisturbed is sendAll, while little garbage is collected here.
func (r *rig) sendUndisturbed(b *testing.B, moves []delivery, rate int) []sample {
	b.Helper()
	runtime.GC() // what was made stays, and is not to be looked at again meanwhile
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	return r.sendAll(b, moves, rate)
}

// youngGames has games begun on all sides.
func (r *rig) youngGames(b *testing.B, n int) []*underWay {
	b.Helper()
	var failed failures
	games := make([]*underWay, n)
	inParallel(n, func(i int) {
		games[i] = &underWay{room: r.sides[i%len(r.sides)].meet(i / len(r.sides)), now: rules.Start(), left: wholeGame(uint64(i))}
		failed.note(games[i].begin())
	})
	failed.tell(b)
	r.look(b, games)
	return games
}
