package load

import (
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// turn is how a program dealt with deliveries that came at a pace.
type turn struct {
	samples []sample
	lasted  time.Duration // until the last answer
	spent   work
	wrote   float64  // bytes, to disk
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

// turn sends deliveries to the bot at a pace, and waits until it has done all that
// follows from them. Then every board is held against its game.
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

// send sends deliveries to a program at a pace, and holds the answers of the bot against
// what they should be.
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

// undisturbed has little garbage collected here until the function that it gives is
// called: what was made before stays, and is not to be looked at again meanwhile.
func undisturbed() (end func()) {
	runtime.GC()
	before := debug.SetGCPercent(400)
	return func() { debug.SetGCPercent(before) }
}
