package sim

import "slices"

// record can undo one transaction.
type record struct {
	undo  []func()
	light bool // no process waits for the sync
}

func (d *database) undo(how func()) {
	if d.current != nil {
		d.current.undo = append(d.current.undo, how)
	}
}

// transact runs do as a transaction: whole or not at all.
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

func (d *database) sync() {
	d.synced, d.journal = d.done, d.journal[:0]
}

// crash undoes everything that was not synced, except the first kept records.
func (d *database) crash(kept int) {
	for _, r := range slices.Backward(d.journal[kept:]) {
		r.takeBack()
	}
	d.done -= len(d.journal) - kept
	d.journal = d.journal[:kept]
	d.sync()
	d.heavy = min(d.heavy, d.synced)
}
