package store

import (
	"fmt"
	"slices"
)

// TakeBack undoes journaled changes, the last one first.
func (m *Memory) TakeBack(undo []func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, undo := range slices.Backward(undo) {
		undo()
	}
}

// Stored returns everything stored, as a text.
func (m *Memory) Stored() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return fmt.Sprint(m.tables)
}
