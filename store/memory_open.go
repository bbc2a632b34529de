package store

import (
	"bytes"
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"othellobot/game"
	"othellobot/lease"
)

func openMemory(timing game.Timing) *Store {
	games := NewMemory(timing)
	nothing := session(func(context.Context, ...statement) (int64, error) { return 0, errInMemory })
	return &Store{
		Store: games, Operators: memoryOperators{&database{read: nothing}, games},
		Installs: &memoryInstalls{byName: make(map[string][]byte)},
		Leases:   lease.NewMemory(time.Now),
		close:    func() error { return nil },
	}
}

// memoryOperators implements [Operators] for a store in memory.
type memoryOperators struct {
	*database // fails every query
	games     *Memory
}

// Playing implements [Operators].
func (m memoryOperators) Playing(context.Context) (int, error) {
	m.games.mu.Lock()
	defer m.games.mu.Unlock()
	return len(where(m.games.rooms, func(_ game.Place, r roomRow) bool { return r.room.Active != nil })), nil
}

func (memoryOperators) Check(context.Context) error { return nil }

// memoryInstalls implements [Installs] in memory, until the process ends.
type memoryInstalls struct {
	mu     sync.Mutex
	byName map[string][]byte
}

func (m *memoryInstalls) Load(_ context.Context, name string) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.byName[name]), nil
}

func (m *memoryInstalls) Save(_ context.Context, name string, data []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.byName[name] = slices.Clone(data)
	return nil
}

func (m *memoryInstalls) Delete(_ context.Context, name string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.byName, name)
	return nil
}

func (m *memoryInstalls) Names(context.Context) ([]string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Sorted(maps.Keys(m.byName)), nil
}

func (m *memoryInstalls) Swap(_ context.Context, name string, old, data []byte) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if before, known := m.byName[name]; known != (old != nil) || !bytes.Equal(before, old) {
		return false, nil
	}
	m.byName[name] = slices.Clone(data)
	return true, nil
}
