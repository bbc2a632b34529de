package gallery

import (
	"context"
	"sync"

	"golang.org/x/time/rate"

	"othellobot/internal/fair"
)

// What a share may draw. A still takes some 5 ms of a processor, a replay some 70.
var (
	stillLimit  = limit{perSecond: 20, burst: 40}
	replayLimit = limit{perSecond: 0.2, burst: 10}
)

const (
	maxWaiting = 20 // in a share, the picture included that it draws
	together   = 2  // shares that draw at the same time, so that nobody waits for one alone
)

type limit struct {
	perSecond rate.Limit
	burst     int
}

// shares divide what may be drawn. Each draws one picture at a time, and they take turns.
// They may be used concurrently.
type shares struct {
	limit
	gate *fair.Gate

	mu sync.Mutex
	of map[string]*rate.Limiter // some 100 bytes each; there are 8194 at most, see markSize
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

// draw gives a picture that was drawn, or draws it once it is a share's turn. It reports
// false if too much is asked of the share.
func (s *shares) draw(ctx context.Context, of string, drawn func() ([]byte, bool), draw func() []byte) ([]byte, bool) {
	leave, err := s.gate.Enter(ctx, of)
	if err != nil {
		return nil, false
	}
	defer leave()
	if file, ok := drawn(); ok { // by another in the meantime
		return file, true
	}
	if !s.limiter(of).Allow() {
		return nil, false
	}
	return draw(), true
}
