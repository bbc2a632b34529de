package sim

import "slices"

// set changes a row of a table within a transaction.
func set[K comparable, V any](d *database, table map[K]V, key K, value V) {
	before, had := table[key]
	d.current.undo = append(d.current.undo, func() {
		if had {
			table[key] = before
		} else {
			delete(table, key)
		}
	})
	table[key] = value
}

// unset deletes a row within a transaction.
func unset[K comparable, V any](d *database, table map[K]V, key K) {
	if before, had := table[key]; had {
		d.current.undo = append(d.current.undo, func() { table[key] = before })
		delete(table, key)
	}
}

// transact does something whole or not at all.
func (d *database) transact(light bool, do func() error) error {
	r := &record{light: light}
	d.current = r
	err := do()
	d.current = nil
	if err != nil || len(r.undo) == 0 {
		r.takeBack()
		return err
	}
	d.journal = append(d.journal, *r)
	d.done++
	if !light {
		d.heavy = d.done
	}
	return nil
}

func (r record) takeBack() {
	for _, undo := range slices.Backward(r.undo) {
		undo()
	}
}

// sync makes all that was done survive.
func (d *database) sync() {
	d.synced, d.journal = d.done, d.journal[:0]
}

// crash loses what was not synced, but for so many records.
func (d *database) crash(kept int) {
	for _, r := range slices.Backward(d.journal[kept:]) {
		r.takeBack()
	}
	d.done -= len(d.journal) - kept
	d.journal = d.journal[:kept]
	d.sync()
	d.heavy = min(d.heavy, d.synced)
}
