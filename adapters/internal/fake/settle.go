package fake

import (
	"runtime/metrics"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// How long there must be no traffic for the fake to be settled: a moment if no
// goroutine has anything to do either, else longer. And how long it waits for that.
const (
	calm      = 40 * time.Millisecond
	longCalm  = 2 * time.Second
	lookEvery = 4 * time.Millisecond
	// Patience is how long a fake waits for what should come soon.
	Patience = 20 * time.Second
)

// traffic counts what is in flight.
type traffic struct {
	mu    sync.Mutex
	count int
	last  time.Time
}

func (t *traffic) begin() { t.add(1) }
func (t *traffic) end()   { t.add(-1) }

func (t *traffic) add(n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.count += n
	t.last = time.Now()
}

// Busy counts something that is in flight, until what it gives is called.
func (c *Core) Busy() (done func()) {
	c.traffic.begin()
	return c.traffic.end
}

// calmSince gives since when nothing was in flight, and whether nothing is.
func (t *traffic) calmSince() (time.Time, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.last, t.count == 0
}

// idleProgram reports whether no goroutine but this one runs or waits to be run.
func idleProgram() bool {
	states := []metrics.Sample{{Name: "/sched/goroutines/running:goroutines"}, {Name: "/sched/goroutines/runnable:goroutines"}}
	metrics.Read(states)
	busy := uint64(0)
	for _, state := range states {
		if state.Value.Kind() == metrics.KindUint64 {
			busy += state.Value.Uint64()
		}
	}
	return busy <= 1
}

// SettleBy tells how to wait until the program under test has nothing left to do.
// [Core.Settle] is then exact, and sooner back.
func (c *Core) SettleBy(idle func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.idle = idle
}

// Settle waits until nothing has been in flight for a moment, for a program works
// on after it has acknowledged. In a bubble of [testing/synctest] it waits until
// all goroutines there are blocked, and lets no time pass. A request that hangs
// by a [Fault] is not waited for.
func (c *Core) Settle() {
	c.t.Helper()
	c.mu.Lock()
	idle := c.idle
	c.mu.Unlock()
	if c.piped != nil {
		synctest.Wait()
		return
	}
	if idle != nil {
		idle()
		return
	}
	idleSince := time.Now()
	for end := idleSince.Add(Patience); ; time.Sleep(lookEvery) {
		now := time.Now()
		last, none := c.traffic.calmSince()
		if !none || !idleProgram() {
			idleSince = now
		}
		if none && now.Sub(last) >= calm && (now.Sub(idleSince) >= calm || now.Sub(last) >= longCalm) {
			return
		}
		if now.After(end) {
			c.t.Errorf("%s: the bot did not settle in %v", c.name, Patience)
			return
		}
	}
}

// Bubble runs a test by a name in a bubble of [testing/synctest].
func Bubble(t *testing.T, name string, test func(*testing.T)) {
	t.Run(name, func(t *testing.T) { synctest.Test(t, test) })
}
