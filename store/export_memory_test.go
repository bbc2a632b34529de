package store

import (
	"fmt"
	"slices"
)

// TakeBack does what a journal has noted, the last first.
func (m *Memory) TakeBack(undo []func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, undo := range slices.Backward(undo) {
		undo()
	}
}

// Stored returns all that is stored, as a text.
func (m *Memory) Stored() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return fmt.Sprint(m.tables)
}
