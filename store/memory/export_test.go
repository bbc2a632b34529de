package memory

import (
	"fmt"
	"slices"
)

// TakeBack undoes journaled changes, the last one first.
func (m *Store) TakeBack(undo []func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, undo := range slices.Backward(undo) {
		undo()
	}
}

// Stored calls do with everything stored, as a text, while no other call changes it.
func (m *Store) Stored(do func(stored string)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	do(fmt.Sprint(m.tables))
}
