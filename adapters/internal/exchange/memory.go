package exchange

import "sync"

// maxMemory bounds a memory.
const maxMemory = 10_000

// Memory remembers a value for each of a bounded number of keys. When it is full,
// everything in it is forgotten, so that what it is asked about must be harmless to
// forget. The zero memory is empty. Its methods may be called concurrently.
type Memory[K comparable, V any] struct {
	mu    sync.Mutex
	byKey map[K]V
}

// Get gives the value of a key, and false if it has none.
func (m *Memory[K, V]) Get(key K) (value V, known bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	value, known = m.byKey[key]
	return value, known
}

// Put gives a key a value.
func (m *Memory[K, V]) Put(key K, value V) {
	m.Change(key, func(V, bool) (V, bool) { return value, true })
}

// Change gives a key another value, made of the one it has, or none if keep is false.
// The function must not use the memory.
func (m *Memory[K, V]) Change(key K, to func(value V, known bool) (now V, keep bool)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	value, known := m.byKey[key]
	now, keep := to(value, known)
	if !keep {
		delete(m.byKey, key)
		return
	}
	if m.byKey == nil || !known && len(m.byKey) >= maxMemory {
		m.byKey = make(map[K]V)
	}
	m.byKey[key] = now
}

// Forget forgets the keys.
func (m *Memory[K, V]) Forget(keys ...K) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, key := range keys {
		delete(m.byKey, key)
	}
}

// ForgetAll forgets all keys of which that is so.
func (m *Memory[K, V]) ForgetAll(so func(K) bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for key := range m.byKey {
		if so(key) {
			delete(m.byKey, key)
		}
	}
}
