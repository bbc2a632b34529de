package gallery

import (
	"context"
	"sync"

	"golang.org/x/time/rate"
)

// What a share may draw. A still takes some 5 ms of a processor, a replay some 70.
var (
	stillLimit  = limit{perSecond: 20, burst: 40}
	replayLimit = limit{perSecond: 0.2, burst: 10}
)

const (
	maxWaiting = 20 // in a share, for the picture that it draws
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
	turns chan struct{} // holds one for each picture that is being drawn

	mu sync.Mutex
	of map[string]*share // some 300 bytes each; there are 8194 at most, see markSize
}

// share is what is drawn for one.
type share struct {
	limit   *rate.Limiter
	waiting chan struct{} // holds one for each request that draws or waits for that
	turn    chan struct{} // holds one while a picture is drawn, or waits for the other shares
}

func newShares(l limit) *shares {
	return &shares{limit: l, turns: make(chan struct{}, together), of: make(map[string]*share)}
}

func (s *shares) share(of string) *share {
	s.mu.Lock()
	defer s.mu.Unlock()
	one := s.of[of]
	if one == nil {
		one = &share{
			limit:   rate.NewLimiter(s.perSecond, s.burst),
			waiting: make(chan struct{}, maxWaiting), turn: make(chan struct{}, 1),
		}
		s.of[of] = one
	}
	return one
}

// draw gives a picture that was drawn, or draws it once it is a share's turn. It reports
// false if too much is asked of the share.
func (s *shares) draw(ctx context.Context, of string, drawn func() ([]byte, bool), draw func() []byte) ([]byte, bool) {
	one := s.share(of)
	select {
	case one.waiting <- struct{}{}:
		defer func() { <-one.waiting }()
	default:
		return nil, false
	}
	if !enter(ctx, one.turn) {
		return nil, false
	}
	defer func() { <-one.turn }()
	if file, ok := drawn(); ok { // by another in the meantime
		return file, true
	}
	if !one.limit.Allow() || !enter(ctx, s.turns) {
		return nil, false
	}
	defer func() { <-s.turns }()
	return draw(), true
}

// enter waits for a place, which it takes.
func enter(ctx context.Context, places chan struct{}) bool {
	select {
	case places <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}
