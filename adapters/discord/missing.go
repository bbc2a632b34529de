package discord

import (
	"sync"
	"time"
)

// A channel or a server counts as deleted when it was not there twice, so long apart,
// and nobody was heard of from there in between.
const (
	confirmedAfter = time.Hour
	maxMissing     = 10_000
)

// missing remembers what was not there. When there is too much of it, all of it is
// forgotten. It may be used concurrently.
type missing struct {
	mu    sync.Mutex
	since map[string]time.Time // by id
}

// confirms notes that something was not there, and reports whether it is so for good.
func (m *missing) confirms(id string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	first, ok := m.since[id]
	switch {
	case !ok:
		if m.since == nil || len(m.since) >= maxMissing {
			m.since = make(map[string]time.Time)
		}
		m.since[id] = time.Now()
		return false
	case time.Since(first) < confirmedAfter:
		return false
	default:
		delete(m.since, id)
		return true
	}
}

// found notes that something is there.
func (m *missing) found(ids ...string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, id := range ids {
		delete(m.since, id)
	}
}
