package game

import "context"

// Purge takes every place that belongs to somebody off the table with all that
// is known of it: games, running or over, challenges, settings and messages.
// Nobody is told. What begins there while it works may stay; it may be called
// again, and does nothing where nothing is. It stops at the first [*StoreError]
// with part of the work done, and what is left is as it was.
//
// It finds only the places in memory. A store that holds more will have to list
// the names of those, for Purge to go through them likewise.
func (t *Table) Purge(ctx context.Context, belongs func(Place) bool) error {
	for _, at := range t.places() {
		if !belongs(at) {
			continue
		}
		if err := t.purge(ctx, at); err != nil {
			return err
		}
	}
	return nil
}

// purge takes one place off the table. Whoever waits for it with a change finds
// it empty.
func (t *Table) purge(ctx context.Context, at Place) error {
	e := t.enter(at)
	defer t.leave(e)
	if err := t.commit(ctx, Change{Place: at, Purged: true}); err != nil {
		return err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for g := range t.room(e).games() {
		t.duels.remove(g)
		delete(t.leases, g.ID)
	}
	t.setRoom(e, Room{})
	t.schedule(e)
	return nil
}
