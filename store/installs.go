package store

import (
	"context"
	"errors"
	"slices"
	"sync"
)

// databaseInstalls implements [Installs].
type databaseInstalls struct {
	*database
	kept *keptInstalls // nil: other processes change them, too
}

func (d databaseInstalls) Load(ctx context.Context, name string) (data []byte, err error) {
	defer limited(&ctx, d.limits.Attempt)()
	data, known, changes := d.kept.find(name)
	if known {
		return data, nil
	}
	err = d.read.query(ctx, `SELECT data FROM installs WHERE name = $1`, []any{name}, func(scan scan) error { return scan(&data) })
	if err == nil {
		d.kept.put(name, data, changes)
	}
	return data, err
}

// change changes what is saved under a name.
func (d databaseInstalls) change(ctx context.Context, query, name string, args ...any) (int64, error) {
	defer limited(&ctx, d.limits.Attempt)()
	n, err := d.database.change(ctx, query, append([]any{name}, args...)...)
	whenEnded(err, func() { d.kept.forget(name) })
	return n, err
}

func (d databaseInstalls) Save(ctx context.Context, name string, data []byte) error {
	const query = `INSERT INTO installs (name, data) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET data = excluded.data`
	_, err := d.change(ctx, query, name, string(data))
	return err
}

func (d databaseInstalls) Keep(ctx context.Context, name string, data []byte) ([]byte, error) {
	if _, err := d.change(ctx, `INSERT INTO installs (name, data) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`, name, string(data)); err != nil {
		return nil, err
	}
	return d.Load(ctx, name)
}

func (d databaseInstalls) Delete(ctx context.Context, name string) error {
	_, err := d.change(ctx, `DELETE FROM installs WHERE name = $1`, name)
	if err == nil {
		d.scrubSoon(ctx)
	}
	return err
}

func (d databaseInstalls) Names(ctx context.Context) (names []string, err error) {
	defer limited(&ctx, d.limits.Attempt)()
	return column[string](ctx, d.read, `SELECT name FROM installs ORDER BY name`)
}

func (d databaseInstalls) Swap(ctx context.Context, name string, old, data []byte) (bool, error) {
	n, err := d.change(ctx, `UPDATE installs SET data = $3 WHERE name = $1 AND data = $2`, name, string(old), string(data))
	return n > 0, err
}

// maxInstalls is how many installations are kept in memory.
const maxInstalls = 4096

// keptInstalls are installations in memory: every action of a workspace asks for its own. A nil one
// keeps none.
type keptInstalls struct {
	mu      sync.Mutex // never held while anything waits
	byName  map[string][]byte
	changes int
}

func (k *keptInstalls) find(name string) (data []byte, known bool, changes int) {
	if k == nil {
		return nil, false, 0
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	data, known = k.byName[name]
	return slices.Clone(data), known, k.changes
}

// put keeps what was read, unless something has changed since.
func (k *keptInstalls) put(name string, data []byte, changes int) {
	if k == nil {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if changes == k.changes && len(k.byName) < maxInstalls {
		k.byName[name] = slices.Clone(data)
	}
}

// forget drops what was read under some names, or all of it, and what is being read.
func (k *keptInstalls) forget(names ...string) {
	if k == nil {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, name := range names {
		delete(k.byName, name)
	}
	if len(names) == 0 {
		clear(k.byName)
	}
	k.changes++
}

// whenEnded calls do when that has ended which the error came from: later, if its caller has not
// waited for it.
func whenEnded(err error, do func()) {
	var unfinished *unfinishedError
	if !errors.As(err, &unfinished) {
		do()
		return
	}
	go func() {
		unfinished.wait()
		do()
	}()
}
