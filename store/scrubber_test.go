package store

import (
	"context"
	"errors"
	"testing"
)

// TestScrubLetsGo checks that a caller waits no longer than its context, even behind many others.
func TestScrubLetsGo(t *testing.T) {
	s := &scrubber{requests: make(chan chan struct{}, maxScrubs), done: make(chan struct{})} // nothing receives the requests
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for range maxScrubs + 2 {
		if err := s.scrub(ctx); !errors.Is(err, context.Canceled) {
			t.Fatalf("%v", err)
		}
	}
}
