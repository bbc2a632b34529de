package discord

import (
	"sync"
	"time"
)

// How long nothing is tried in a channel where the bot may not write, and how many such
// channels are remembered.
const (
	shutFor = time.Hour
	maxShut = 10_000
)

// shut remembers the channels where the bot may not write. Nobody tells it when it may
// again, so that once an hour one message is let through to see. When there are too many
// channels, all of them are forgotten. It may be used concurrently.
type shut struct {
	mu    sync.Mutex
	until map[string]time.Time // by channel; nothing is let through before
}

// add notes that the bot may not write, and reports whether that is new.
func (s *shut) add(channel string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, known := s.until[channel]; known {
		return false
	}
	if s.until == nil || len(s.until) >= maxShut {
		s.until = make(map[string]time.Time)
	}
	s.until[channel] = time.Now().Add(shutFor)
	return true
}

// bars reports whether nothing is to be sent to the channel now.
func (s *shut) bars(channel string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	until, known := s.until[channel]
	if !known || time.Now().Before(until) {
		return known
	}
	s.until[channel] = time.Now().Add(shutFor)
	return false
}

// take notes that the bot may write.
func (s *shut) take(channel string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.until, channel)
}
