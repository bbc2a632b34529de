package memory

import (
	"context"
	"strings"
	"sync"
	"time"

	"othellobot/lease"
)

// Leases is a [lease.Store] in memory.
type Leases struct {
	now func() time.Time

	mu   sync.Mutex
	rows map[string]*timedRow
}

// timedRow is a lease and its end.
type timedRow struct {
	lease.Row
	until time.Time
}

// NewLeases returns an empty store that takes the time from the function now.
func NewLeases(now func() time.Time) *Leases {
	return &Leases{now: now, rows: make(map[string]*timedRow)}
}

func (m *Leases) List(_ context.Context, prefix string) ([]lease.Row, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var found []lease.Row
	for name, k := range m.rows {
		if strings.HasPrefix(name, prefix) {
			found = append(found, m.row(k))
		}
	}
	return found, nil
}

func (m *Leases) Take(_ context.Context, name, holder string, term time.Duration) (lease.Row, bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	k := m.rows[name]
	if k == nil {
		k = &timedRow{Row: lease.Row{Name: name}}
		m.rows[name] = k
	}
	taken := k.Holder == holder || !k.until.After(m.now())
	if taken {
		k.Holder, k.until = holder, m.now().Add(term)
		k.Version++
	}
	return m.row(k), taken, nil
}

func (m *Leases) Renew(_ context.Context, held []lease.Row, term time.Duration) (renewed []string, err error) {
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

func (m *Leases) Free(_ context.Context, held lease.Row, pause time.Duration) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	k := m.rows[held.Name]
	if !k.is(held) {
		return false, nil
	}
	k.Holder, k.until, k.Data = "", m.now().Add(pause), held.Data
	return true, nil
}

func (k *timedRow) is(held lease.Row) bool {
	return k != nil && k.Holder == held.Holder && k.Version == held.Version
}

func (m *Leases) row(k *timedRow) lease.Row {
	r := k.Row
	r.Left = k.until.Sub(m.now())
	return r
}
