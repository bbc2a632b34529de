package store

import (
	"context"
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
		Installs: new(memoryInstalls),
		Leases:   lease.NewMemory(time.Now),
		close:    func() error { return nil },
	}
}

// memoryOperators implements [Operators] for a store in memory.
type memoryOperators struct {
	*database // every query fails
	games     *Memory
}

func (m memoryOperators) Playing(context.Context) (int, error) {
	m.games.mu.Lock()
	defer m.games.mu.Unlock()
	return len(where(m.games.rooms, func(_ game.Place, r roomRow) bool { return r.room.Active != nil })), nil
}

func (memoryOperators) Check(context.Context) error { return nil }

// memoryInstalls implements [Installs] in memory. It holds the data as strings.
type memoryInstalls struct{ byName sync.Map }

func (m *memoryInstalls) Load(_ context.Context, name string) ([]byte, error) {
	data, ok := m.byName.Load(name)
	if !ok {
		return nil, nil
	}
	return []byte(data.(string)), nil
}

func (m *memoryInstalls) Save(_ context.Context, name string, data []byte) error {
	m.byName.Store(name, string(data))
	return nil
}

func (m *memoryInstalls) Delete(_ context.Context, name string) error {
	m.byName.Delete(name)
	return nil
}

func (m *memoryInstalls) Names(context.Context) (names []string, err error) {
	for name := range m.byName.Range {
		names = append(names, name.(string))
	}
	return names, nil
}

func (m *memoryInstalls) Swap(_ context.Context, name string, old, data []byte) (bool, error) {
	if old == nil {
		_, known := m.byName.LoadOrStore(name, string(data))
		return !known, nil
	}
	return m.byName.CompareAndSwap(name, string(old), string(data)), nil
}
