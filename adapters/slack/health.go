package slack

import (
	"sync"

	"othellobot/adapters/internal/exchange"
)

// trouble holds the causes that keep the platform from working, one bit each.
type trouble uint8

const (
	unreachable trouble = 1 << iota // the Web API does not answer
	noBotToken                      // the token is refused, or nobody knows yet whose it is
	noAppToken                      // Socket Mode is refused
)

// health is all trouble that there is. It may be used concurrently.
type health struct {
	observer exchange.Observer
	mu       sync.Mutex // also held while the observer is told, so that it hears the last state last
	troubles trouble
}

// note notes whether there is a trouble, and reports whether that is new.
func (h *health) note(t trouble, is bool) (news bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	before := h.troubles
	h.troubles &^= t
	if is {
		h.troubles |= t
	}
	if (before == 0) != (h.troubles == 0) {
		h.observer.Working(h.troubles == 0)
	}
	return before != h.troubles
}

// has reports whether there is any of these troubles.
func (h *health) has(any trouble) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.troubles&any != 0
}
