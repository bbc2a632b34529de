package slack

import (
	"sync"

	"othellobot/adapters/internal/exchange"
)

type trouble uint8

const (
	unreachable trouble = 1 << iota // the Web API does not answer
	noBotToken                      // Slack refuses the token, or the bot's identity is unknown
	noAppToken                      // Slack refuses Socket Mode
)

// health holds the current troubles. It may be used concurrently.
type health struct {
	observer exchange.Observer
	mu       sync.Mutex // held while calling the observer, so that it receives the states in order
	troubles trouble
}

// set records whether the trouble t exists, and reports whether that changed.
func (h *health) set(t trouble, exists bool) (changed bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	before := h.troubles
	h.troubles &^= t
	if exists {
		h.troubles |= t
	}
	if (before == 0) != (h.troubles == 0) {
		h.observer.SetWorking(h.troubles == 0)
	}
	return before != h.troubles
}

func (h *health) has(any trouble) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.troubles&any != 0
}
