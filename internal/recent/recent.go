// Package recent remembers recent keys in a bounded amount of memory, in a [Set] or with values
// in a [Map].
//
// Use it for things that are harmless to forget. It must never hold the only copy of anything.
package recent

import (
	"cmp"
	"maps"
	"sync"
)

const defaultSize = 10_000

// Map holds values for a bounded number of keys. It keeps the last 10,000 keys that were set, and at
// most 20,000 keys. The zero map is empty. Its methods may be called concurrently.
type Map[K comparable, V any] struct {
	Size int // replaces 10,000 if it is not 0; must be set before the first use

	mu       sync.Mutex
	new, old map[K]V // no key is in both
}

// Get returns the value of a key, and whether it has one.
func (m *Map[K, V]) Get(key K) (value V, known bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.get(key)
}

func (m *Map[K, V]) get(key K) (value V, known bool) {
	if value, known = m.new[key]; !known {
		value, known = m.old[key]
	}
	return value, known
}

// Put sets the value of a key.
func (m *Map[K, V]) Put(key K, value V) {
	m.Change(key, func(V, bool) (V, bool) { return value, true })
}

// Change replaces the value of a key with the result of update, or removes the key if keep is false.
// The function update must not use the map.
func (m *Map[K, V]) Change(key K, update func(value V, known bool) (now V, keep bool)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now, keep := update(m.get(key))
	delete(m.old, key)
	if !keep {
		delete(m.new, key)
		return
	}
	if _, there := m.new[key]; !there && len(m.new) >= cmp.Or(m.Size, defaultSize) {
		m.new, m.old = nil, m.new
	}
	if m.new == nil {
		m.new = make(map[K]V)
	}
	m.new[key] = now
}

// Forget removes the keys.
func (m *Map[K, V]) Forget(keys ...K) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, key := range keys {
		delete(m.new, key)
		delete(m.old, key)
	}
}

// ForgetAll removes every key that match reports true for.
func (m *Map[K, V]) ForgetAll(match func(K) bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, part := range []map[K]V{m.new, m.old} {
		maps.DeleteFunc(part, func(key K, _ V) bool { return match(key) })
	}
}

// Set is a set bounded like a [Map]. The zero set is empty. Its methods may be called concurrently.
type Set[K comparable] struct{ keys Map[K, struct{}] }

// Add adds a key, and reports whether it was new.
func (s *Set[K]) Add(key K) (added bool) {
	s.keys.Change(key, func(_ struct{}, known bool) (now struct{}, keep bool) {
		added = !known
		return now, true
	})
	return added
}

// Has reports whether the key is in the set.
func (s *Set[K]) Has(key K) bool {
	_, has := s.keys.Get(key)
	return has
}

// Take removes a key, and reports whether it was in the set.
func (s *Set[K]) Take(key K) (was bool) {
	s.keys.Change(key, func(none struct{}, known bool) (now struct{}, keep bool) {
		was = known
		return none, false
	})
	return was
}
