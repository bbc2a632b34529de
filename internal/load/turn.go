package load

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// turn is how a program dealt with deliveries that came at a steady pace.
type turn struct {
	samples []sample
	pace    time.Duration // from when one was due to when the next was
	spent   work
}

func (t turn) took() []time.Duration {
	all := make([]time.Duration, len(t.samples))
	for i, s := range t.samples {
		all[i] = s.took
	}
	return all
}

func (t turn) late() []time.Duration {
	all := make([]time.Duration, len(t.samples))
	for i, s := range t.samples {
		all[i] = s.late
	}
	return all
}

// rate is how many deliveries a second were answered, from when the first was due
// to the last answer.
func (t turn) rate() float64 {
	var lasted time.Duration
	for i, s := range t.samples {
		lasted = max(lasted, time.Duration(i)*t.pace+s.took)
	}
	return float64(len(t.samples)) / lasted.Seconds()
}

// turn has the next thing done in each game, so many of them a second, and waits
// until the bot has done all that follows from it. Then every board is held against
// its game.
func (r *rig) turn(tb testing.TB, games []*underWay, rate int) turn {
	tb.Helper()
	return r.turnOf(tb, upNext(tb, games), games, rate)
}

// turnOf is turn for deliveries that are ready to be sent.
func (r *rig) turnOf(tb testing.TB, all []delivery, games []*underWay, rate int) turn {
	tb.Helper()
	r.Settle()
	if r.shortcut != nil {
		r.shortcut.on.Store(true)
	}
	before := r.bot.work(tb)
	samples := r.send(tb, r.bot, all, rate)
	r.Settle()
	spent := r.bot.work(tb).since(before)
	r.look(tb, games)
	return turn{samples, interval(rate), spent}
}

// send sends deliveries to a program, so many of them a second whatever becomes of
// them, and holds the answers of the bot against what they should be.
func (r *rig) send(tb testing.TB, to *process, all []delivery, rate int) []sample {
	tb.Helper()
	defer undisturbed()()
	answers, errs := make([][]byte, len(all)), make([]error, len(all))
	samples := inOpenLoop(len(all), interval(rate), sleepExactly, func(i int) {
		answers[i], errs[i] = all[i].send(r.transport, to.address)
	})
	var failed failures
	for i, err := range errs {
		if err == nil && to == r.bot {
			err = all[i].answered(answers[i])
		}
		failed.note(err)
	}
	failed.tell(tb)
	return samples
}

func interval(rate int) time.Duration { return time.Second / time.Duration(rate) }

// undisturbed has little garbage collected here until the function that it gives is
// called: what was made before stays, and is not to be looked at again meanwhile.
func undisturbed() (end func()) {
	runtime.GC()
	before := debug.SetGCPercent(400)
	return func() { debug.SetGCPercent(before) }
}
