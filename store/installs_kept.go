package store

import (
	"context"
	"slices"
	"sync"
)

// maxInstalls is how many installations are kept in memory.
const maxInstalls = 4096

// keptInstalls keep in memory what they have read of others, which nobody else
// changes: every action of a workspace asks for its installation.
type keptInstalls struct {
	Installs

	mu      sync.Mutex // never held while anything waits
	byName  map[string][]byte
	changes int
}

func keepInstalls(next Installs) *keptInstalls {
	return &keptInstalls{Installs: next, byName: make(map[string][]byte)}
}

// Load implements [Installs].
func (k *keptInstalls) Load(ctx context.Context, name string) ([]byte, error) {
	k.mu.Lock()
	data, known := k.byName[name]
	changes := k.changes
	k.mu.Unlock()
	if known {
		return slices.Clone(data), nil
	}
	data, err := k.Installs.Load(ctx, name)
	k.mu.Lock()
	defer k.mu.Unlock()
	if err == nil && changes == k.changes && len(k.byName) < maxInstalls {
		k.byName[name] = slices.Clone(data)
	}
	return data, err
}

// Save implements [Installs].
func (k *keptInstalls) Save(ctx context.Context, name string, data []byte) error {
	err := k.Installs.Save(ctx, name, data)
	whenEnded(err, func() { k.forget(name) })
	return err
}

// Keep implements [Installs].
func (k *keptInstalls) Keep(ctx context.Context, name string, data []byte) ([]byte, error) {
	kept, err := k.Installs.Keep(ctx, name, data)
	whenEnded(err, func() { k.forget(name) })
	return kept, err
}

// Delete implements [Installs].
func (k *keptInstalls) Delete(ctx context.Context, name string) error {
	err := k.Installs.Delete(ctx, name)
	whenEnded(err, func() { k.forget(name) })
	return err
}

// Swap implements [Installs].
func (k *keptInstalls) Swap(ctx context.Context, name string, old, data []byte) (bool, error) {
	done, err := k.Installs.Swap(ctx, name, old, data)
	whenEnded(err, func() { k.forget(name) })
	return done, err
}

// forgetAll drops all that was read.
func (k *keptInstalls) forgetAll() {
	k.mu.Lock()
	defer k.mu.Unlock()
	clear(k.byName)
	k.changes++
}

// forget drops what was read before a change, and what is being read.
func (k *keptInstalls) forget(name string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.byName, name)
	k.changes++
}
