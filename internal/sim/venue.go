package sim

import (
	"time"
)

// model is a platform that does only what an adapter may rely on.
type model struct{ *world }

func (model) seen(c *channel, _ int) []*message { return c.messages }

func (w model) bring(a *act) {
	deliver := func() {
		way := w.between(time.Millisecond, 2*w.weather.latency)
		if w.chance(w.weather.lateAct) {
			way = w.between(time.Second, 20*time.Second)
		}
		w.after(way, func() { w.anyHost().receive(a) })
	}
	if !w.chance(w.weather.lostAct) {
		deliver()
	}
	if w.chance(w.weather.doubledAct) {
		deliver()
	}
}

func (model) delete(_ *channel, m *message) { m.gone, m.deleted, m.controls = true, true, nil }
