package sim

import (
	"runtime"
	"testing/synctest"
	"time"
)

func (w *world) runFor(d time.Duration) {
	over := false
	w.after(d, func() { over = true })
	w.run(func() bool { return over || w.judge.failed != "" })
}

// maxGoroutines limits the goroutines of all runs that go on at the same time.
const maxGoroutines = 5000

func (w *world) run(done func() bool) {
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		synctest.Wait()
		w.take()
		if done() || len(w.events) == 0 {
			return
		}
		if w.number%1024 == 0 && runtime.NumGoroutine() > maxGoroutines {
			w.judge.fail("", "there are %d goroutines", runtime.NumGoroutine())
			return
		}
		if w.number > w.maxEvents {
			w.judge.fail("", "after %d events there is no end of them", w.number)
			return
		}
		next := w.events[len(w.events)-1]
		timer.Reset(next.at - w.now())
		select {
		case <-w.arrived: // the bot set off a timer of its own before the event
		case <-timer.C:
			w.events = w.events[:len(w.events)-1]
			w.traceNumber(uint64(next.at))
			next.do()
		}
	}
}
