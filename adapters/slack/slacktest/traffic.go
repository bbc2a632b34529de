package slacktest

import (
	"runtime/metrics"
	"sync"
	"testing/synctest"
	"time"
)

// How long there must be no traffic for the fake to be settled: a moment if no
// goroutine has anything to do either, else longer. And how long it waits for that.
const (
	calm      = 40 * time.Millisecond
	longCalm  = 2 * time.Second
	lookEvery = 4 * time.Millisecond
	patience  = 20 * time.Second
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
// [Server.Settle] is then exact, and sooner back.
func (s *Server) SettleBy(idle func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.idle = idle
}

// Settle waits until nothing has been in flight for a moment, for a program works
// on after it has acknowledged. In a bubble of [testing/synctest] it waits until
// all goroutines there are blocked, and lets no time pass. A request that hangs
// by a [Fault] is not waited for.
func (s *Server) Settle() {
	s.t.Helper()
	s.mu.Lock()
	idle := s.idle
	s.mu.Unlock()
	if s.piped != nil {
		synctest.Wait()
		return
	}
	if idle != nil {
		idle()
		return
	}
	idleSince := time.Now()
	for end := idleSince.Add(patience); ; time.Sleep(lookEvery) {
		now := time.Now()
		last, none := s.traffic.calmSince()
		if !none || !idleProgram() {
			idleSince = now
		}
		if none && now.Sub(last) >= calm && (now.Sub(idleSince) >= calm || now.Sub(last) >= longCalm) {
			return
		}
		if now.After(end) {
			s.t.Errorf("slacktest: the bot did not settle in %v", patience)
			return
		}
	}
}
