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
	wrong   failures // answers that are not what they should be
}

func (t *turn) took() []time.Duration {
	all := make([]time.Duration, len(t.samples))
	for i, s := range t.samples {
		all[i] = s.took
	}
	return all
}

func (t *turn) late() []time.Duration {
	all := make([]time.Duration, len(t.samples))
	for i, s := range t.samples {
		all[i] = s.late
	}
	return all
}

// rate is how many deliveries a second were answered, from when the first was due
// to the last answer.
func (t *turn) rate() float64 {
	var lasted time.Duration
	for i, s := range t.samples {
		lasted = max(lasted, time.Duration(i)*t.pace+s.took)
	}
	return float64(len(t.samples)) / lasted.Seconds()
}

// turn sends deliveries to the bot, so many of them a second, and waits until it has
// done all that follows from them. Then every board is held against its game.
func (r *rig) turn(tb testing.TB, all []delivery, games []*underWay, rate int) *turn {
	tb.Helper()
	r.Settle()
	if r.shortcut != nil {
		r.shortcut.on.Store(true)
	}
	before := r.bot.work(tb)
	t := r.send(r.bot, all, rate)
	r.Settle()
	t.spent = r.bot.work(tb).since(before)
	r.look(tb, games)
	return t
}

// send sends deliveries to a program, so many of them a second whatever becomes of
// them, and holds the answers of the bot against what they should be.
func (r *rig) send(to *process, all []delivery, rate int) *turn {
	defer undisturbed()()
	answers, errs := make([][]byte, len(all)), make([]error, len(all))
	t := &turn{pace: interval(rate)}
	t.samples = inOpenLoop(len(all), t.pace, sleepExactly, func(i int) {
		answers[i], errs[i] = all[i].send(r.transport, to.address)
	})
	for i, err := range errs {
		if err == nil && to == r.bot {
			err = all[i].answered(answers[i])
		}
		t.wrong.note(err)
	}
	return t
}

func interval(rate int) time.Duration { return time.Second / time.Duration(rate) }

// undisturbed has little garbage collected here until the function that it gives is
// called: what was made before stays, and is not to be looked at again meanwhile.
func undisturbed() (end func()) {
	runtime.GC()
	before := debug.SetGCPercent(400)
	return func() { debug.SetGCPercent(before) }
}
