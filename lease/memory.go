package lease

import (
	"context"
	"strings"
	"sync"
	"time"
)

// Memory is a [Store] in memory, for use within one process.
type Memory struct {
	now func() time.Time

	mu   sync.Mutex // held for short work in memory only
	rows map[string]*timedRow
}

// timedRow is a lease and its end.
type timedRow struct {
	Row
	until time.Time
}

// NewMemory returns an empty store that takes the time from the function now.
func NewMemory(now func() time.Time) *Memory {
	return &Memory{now: now, rows: make(map[string]*timedRow)}
}

// Look implements [Store].
func (m *Memory) Look(_ context.Context, prefix string) ([]Row, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var found []Row
	for name, k := range m.rows {
		if strings.HasPrefix(name, prefix) {
			found = append(found, m.row(k))
		}
	}
	return found, nil
}

// Take implements [Store].
func (m *Memory) Take(_ context.Context, name, holder string, term time.Duration) (Row, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	k := m.rows[name]
	if k == nil {
		k = &timedRow{Row: Row{Name: name}}
		m.rows[name] = k
	}
	taken := k.Holder == holder || !k.until.After(m.now())
	if taken {
		k.Holder, k.until = holder, m.now().Add(term)
		k.Version++
	}
	return m.row(k), taken, nil
}

// Renew implements [Store].
func (m *Memory) Renew(_ context.Context, held []Row, term time.Duration) (renewed []string, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, r := range held {
		if k := m.rows[r.Name]; k.is(r) {
			k.until, k.Data = m.now().Add(term), r.Data
			renewed = append(renewed, r.Name)
		}
	}
	return renewed, nil
}

// Free implements [Store].
func (m *Memory) Free(_ context.Context, held Row, pause time.Duration) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	k := m.rows[held.Name]
	if !k.is(held) {
		return false, nil
	}
	k.Holder, k.until, k.Data = "", m.now().Add(pause), held.Data
	return true, nil
}

func (k *timedRow) is(held Row) bool {
	return k != nil && k.Holder == held.Holder && k.Version == held.Version
}

func (m *Memory) row(k *timedRow) Row {
	r := k.Row
	r.Left = k.until.Sub(m.now())
	return r
}
