package gallery

import (
	"context"
	"sync"

	"golang.org/x/time/rate"

	"othellobot/internal/fair"
)

// The limits of one share. A still takes about 5 ms of a processor, a replay about 70.
var (
	stillLimit  = limit{perSecond: 20, burst: 40}
	replayLimit = limit{perSecond: 0.2, burst: 10}
)

const (
	maxWaiting = 20 // requests in a share, including the one being drawn
	together   = 2  // shares that draw at the same time, so that none waits for a single slow one
)

type limit struct {
	perSecond rate.Limit
	burst     int
}

// shares divide the capacity to draw. Each share draws one picture at a time, and shares take turns.
// They are safe for concurrent use.
type shares struct {
	limit
	gate *fair.Gate

	mu sync.Mutex
	of map[string]*rate.Limiter // about 100 bytes each; at most 8194 of them, see markSize
}

func newShares(l limit) *shares {
	return &shares{limit: l, gate: fair.NewGate(maxWaiting, together, 1), of: make(map[string]*rate.Limiter)}
}

func (s *shares) limiter(of string) *rate.Limiter {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.of[of] == nil {
		s.of[of] = rate.NewLimiter(s.perSecond, s.burst)
	}
	return s.of[of]
}

// draw returns the cached picture, or draws it when it is the share's turn. It reports false if the
// share is over its limit.
func (s *shares) draw(ctx context.Context, of string, drawn func() ([]byte, bool), draw func() []byte) ([]byte, bool) {
	leave, err := s.gate.Enter(ctx, of)
	if err != nil {
		return nil, false
	}
	defer leave()
	if file, ok := drawn(); ok { // drawn by another request meanwhile
		return file, true
	}
	if !s.limiter(of).Allow() {
		return nil, false
	}
	return draw(), true
}
