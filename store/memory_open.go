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
	return &Store{
		Store: games, Operators: unlooked{},
		Installs: &memoryInstalls{byName: make(map[string][]byte)},
		Leases:   lease.NewMemory(time.Now),
		playing:  func(context.Context) (int, error) { return games.Playing(), nil },
		check:    func(context.Context) error { return nil },
		close:    func() error { return nil },
	}
}

// memoryInstalls are [Installs] that end with the process.
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

func (m *memoryInstalls) Keep(_ context.Context, name string, data []byte) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.byName[name] == nil {
		m.byName[name] = slices.Clone(data)
	}
	return slices.Clone(m.byName[name]), nil
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
	if before, known := m.byName[name]; !known || !bytes.Equal(before, old) {
		return false, nil
	}
	m.byName[name] = slices.Clone(data)
	return true, nil
}
