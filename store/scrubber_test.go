package store

import (
	"context"
	"errors"
	"testing"
)

// A caller waits for the scrubber no longer than its context lasts, also behind many others.
func TestScrubLetsGo(t *testing.T) {
	s := &scrubber{asked: make(chan chan struct{}, maxScrubs), done: make(chan struct{})} // which does nothing
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for range maxScrubs + 2 {
		if err := s.scrub(ctx); !errors.Is(err, context.Canceled) {
			t.Fatalf("%v", err)
		}
	}
}
