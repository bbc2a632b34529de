package load

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// turn is a program's result for deliveries sent at a pace.
type turn struct {
	samples []sample
	lasted  time.Duration // until the last answer
	spent   work
	wrote   float64  // bytes written to disk
	wrong   failures // wrong answers
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

// turn sends deliveries to the bot at a pace, and waits for all its work. Then it compares every board
// with its game.
func (r *rig) turn(tb testing.TB, all []delivery, games []*ongoing, at pace) *turn {
	tb.Helper()
	r.Settle()
	before, wrote := r.bot.work(tb), r.bot.wrote(tb)
	t := r.send(r.bot, all, at)
	r.Settle()
	t.spent, t.wrote = r.bot.work(tb).since(before), r.bot.wrote(tb)-wrote
	r.look(tb, games)
	return t
}

// send sends deliveries to a program at a pace, and checks the bot's answers.
func (r *rig) send(to *process, all []delivery, at pace) *turn {
	defer undisturbed()()
	answers, errs := make([][]byte, len(all)), make([]error, len(all))
	t, begun := &turn{}, time.Now()
	t.samples = at(len(all), func(i int) {
		answers[i], errs[i] = all[i].send(r.transport, to.address)
	})
	t.lasted = time.Since(begun)
	for i, err := range errs {
		if err == nil && to == r.bot {
			err = all[i].answered(answers[i])
		}
		t.wrong.note(err)
	}
	return t
}

func interval(rate int) time.Duration { return time.Second / time.Duration(rate) }

// undisturbed reduces garbage collection in this process until end is called. It collects first, so
// that earlier garbage does not count.
func undisturbed() (end func()) {
	runtime.GC()
	before := debug.SetGCPercent(400)
	return func() { debug.SetGCPercent(before) }
}
