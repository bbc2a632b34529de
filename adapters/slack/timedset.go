package slack

import (
	"sync"
	"time"
)

// maxTimed bounds a timed set. When it is full, everything in it is forgotten, so that
// what it is asked about must be harmless to forget.
const maxTimed = 10_000

// timedSet is a bounded set of names that leave it after a while. The zero set is empty.
// It may be used concurrently.
type timedSet struct {
	mu    sync.Mutex
	until map[string]time.Time
}

// add puts a name in, for so long from now on.
func (s *timedSet) add(name string, lasting time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.until == nil || len(s.until) >= maxTimed {
		s.until = make(map[string]time.Time)
	}
	s.until[name] = time.Now().Add(lasting)
}

// has reports whether a name is still in it.
func (s *timedSet) has(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	until, known := s.until[name]
	if known && !until.After(time.Now()) {
		delete(s.until, name)
		return false
	}
	return known
}

// drop takes a name out.
func (s *timedSet) drop(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.until, name)
}

// clear takes everything out.
func (s *timedSet) clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.until)
}
