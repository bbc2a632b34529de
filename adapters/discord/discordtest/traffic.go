package discordtest

import (
	"sync"
	"testing/synctest"
	"time"
)

// The fake is settled when in so many moments running there was no traffic, and
// none of them was so long that the machine had no time for the bot. It waits for
// that as long as its patience lasts.
const (
	moment   = 10 * time.Millisecond
	moments  = 6
	stalled  = 2 * moment
	patience = 20 * time.Second
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

// quietSince reports whether nothing has been in flight since then.
func (t *traffic) quietSince(then time.Time) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.count == 0 && t.last.Before(then)
}

// Settle waits until nothing has been in flight for a moment, for the bot works
// on after its answer. In a bubble of testing/synctest, it waits until all
// goroutines there are blocked.
func (s *Server) Settle() {
	s.t.Helper()
	if s.piped != nil {
		synctest.Wait()
		return
	}
	end := time.Now().Add(patience)
	for quiet := 0; quiet < moments; {
		begin := time.Now()
		if begin.After(end) {
			s.t.Errorf("discordtest: the bot did not settle in %v", patience)
			return
		}
		time.Sleep(moment)
		quiet++
		if time.Since(begin) > stalled || !s.traffic.quietSince(begin) {
			quiet = 0
		}
	}
}
