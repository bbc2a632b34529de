package recent

import (
	"cmp"
	"maps"
	"sync"
)

// usual is the number of keys that a map remembers at least, unless Map.Most is set.
const usual = 10_000

// Map holds values for a bounded number of keys: the last ten thousand that were put in, and at
// most as many older ones. The zero map is empty. Its methods may be called concurrently.
type Map[K comparable, V any] struct {
	Most int // replaces the ten thousand; must be set before the first use

	mu         sync.Mutex
	byKey, old map[K]V // no key is in both
}

// Get returns the value of a key, and whether it has one.
func (m *Map[K, V]) Get(key K) (value V, known bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.get(key)
}

func (m *Map[K, V]) get(key K) (value V, known bool) {
	if value, known = m.byKey[key]; !known {
		value, known = m.old[key]
	}
	return value, known
}

// Put sets the value of a key.
func (m *Map[K, V]) Put(key K, value V) {
	m.Change(key, func(V, bool) (V, bool) { return value, true })
}

// Change replaces the value of a key by the result of to, or removes it if keep is false. The
// function must not use the map.
func (m *Map[K, V]) Change(key K, to func(value V, known bool) (now V, keep bool)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	now, keep := to(m.get(key))
	delete(m.old, key)
	if !keep {
		delete(m.byKey, key)
		return
	}
	if _, there := m.byKey[key]; !there && len(m.byKey) >= cmp.Or(m.Most, usual) {
		m.byKey, m.old = nil, m.byKey
	}
	if m.byKey == nil {
		m.byKey = make(map[K]V)
	}
	m.byKey[key] = now
}

// Forget removes the keys.
func (m *Map[K, V]) Forget(keys ...K) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, key := range keys {
		delete(m.byKey, key)
		delete(m.old, key)
	}
}

// ForgetAll removes every key that match reports true for.
func (m *Map[K, V]) ForgetAll(match func(K) bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, part := range []map[K]V{m.byKey, m.old} {
		maps.DeleteFunc(part, func(key K, _ V) bool { return match(key) })
	}
}
