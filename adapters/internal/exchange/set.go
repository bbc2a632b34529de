package exchange

import "sync"

// maxSet bounds a set. When it is full, everything in it is forgotten, so that what
// it is asked about must be harmless to forget.
const maxSet = 10_000

// Set is a bounded set of names. The zero set is empty. Its methods may be called
// concurrently.
type Set struct {
	mu    sync.Mutex
	names map[string]bool
}

// Add puts a name in, and reports whether it is new.
func (s *Set) Add(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.names[name] {
		return false
	}
	if s.names == nil || len(s.names) >= maxSet {
		s.names = make(map[string]bool)
	}
	s.names[name] = true
	return true
}

// Has reports whether a name is in it.
func (s *Set) Has(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.names[name]
}

// Take takes a name out, and reports whether it was in it.
func (s *Set) Take(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	was := s.names[name]
	delete(s.names, name)
	return was
}
