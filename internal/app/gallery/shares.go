package gallery

import (
	"sync"

	"golang.org/x/time/rate"

	"othellobot/internal/fair"
)

// The limits of one share. Drawing a still takes about 5 ms of processor time, and a replay about 70 ms.
var (
	stillLimit  = limit{perSecond: 20, burst: 40}
	replayLimit = limit{perSecond: 0.2, burst: 10}
)

const (
	maxRequests = 20 // requests of one share that wait or draw
	maxDrawing  = 2  // shares that draw at the same time, so that a slow one does not delay all others
)

type limit struct {
	perSecond rate.Limit
	burst     int
}

// shares divides the capacity to draw among named shares. Each share draws one picture at a time, and
// shares take turns. It is safe for concurrent use.
type shares struct {
	limit
	gate *fair.Gate

	mu       sync.Mutex
	limiters map[string]*rate.Limiter // by share; about 100 bytes each, and at most 8192 of them, see markSize
}

func newShares(l limit) *shares {
	return &shares{limit: l, gate: fair.NewGate(maxRequests, maxDrawing, 1), limiters: make(map[string]*rate.Limiter)}
}

func (s *shares) limiter(share string) *rate.Limiter {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.limiters[share] == nil {
		s.limiters[share] = rate.NewLimiter(s.perSecond, s.burst)
	}
	return s.limiters[share]
}
