package store

// Journal makes m call note before every later change, with a function that undoes it. Changes must be
// undone in reverse order, while nothing else uses the store.
func (m *Memory) Journal(note func(undo func())) { m.note = note }

func set[K comparable, V any](m *Memory, table map[K]V, key K, value V) {
	keepRow(m, table, key)
	table[key] = value
}

func unset[K comparable, V any](m *Memory, table map[K]V, key K) {
	if _, held := table[key]; held {
		keepRow(m, table, key)
		delete(table, key)
	}
}

func unsetWhere[K comparable, V any](m *Memory, table map[K]V, which func(K, V) bool) {
	for key, value := range table {
		if which(key, value) {
			unset(m, table, key)
		}
	}
}

// where returns the rows that meet a condition, in no order.
func where[K comparable, V any](table map[K]V, which func(K, V) bool) (found []V) {
	for key, value := range table {
		if which(key, value) {
			found = append(found, value)
		}
	}
	return found
}

// keepRow notes how to restore the row under a key.
func keepRow[K comparable, V any](m *Memory, table map[K]V, key K) {
	if m.note == nil {
		return
	}
	before, held := table[key]
	m.note(func() {
		if held {
			table[key] = before
		} else {
			delete(table, key)
		}
	})
}
