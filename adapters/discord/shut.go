package discord

import "sync"

// maxShut bounds the memory of channels that shut the bot out.
const maxShut = 1000

// shutOut remembers channels in which the bot may not write by itself. It may be
// used concurrently.
type shutOut struct {
	mu       sync.Mutex
	channels map[string]bool
}

func (s *shutOut) add(channel string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.channels == nil || len(s.channels) >= maxShut {
		s.channels = make(map[string]bool)
	}
	s.channels[channel] = true
}

// has reports whether the channel is one of them.
func (s *shutOut) has(channel string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.channels[channel]
}

// take reports whether the channel is one of them, and forgets it.
func (s *shutOut) take(channel string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	was := s.channels[channel]
	delete(s.channels, channel)
	return was
}
