package game

import "sync"

// entry is a place at the table.
type entry struct {
	place Place
	mu    sync.Mutex // held for the whole of a change; see enter
	gone  bool       // taken off the table; whoever waited for the lock looks again

	// Guarded by the table's lock.
	position int32  // in the queue, counted from 1; 0 if it is not in it
	due      int64  // when something is due, in Unix milliseconds
	room     *Room  // while the room is in use; replaced as a whole, never changed
	packed   string // while it is at rest
}

// enter is the place's entry, locked, so that changes of a place wait for one
// another and only they; leave unlocks it. An entry's lock is taken before the
// table's, never after.
func (t *Table) enter(at Place) *entry {
	for {
		e := t.entry(at)
		e.mu.Lock()
		if !e.gone {
			return e
		}
		e.mu.Unlock()
	}
}

func (t *Table) entry(at Place) *entry {
	t.mu.Lock()
	defer t.mu.Unlock()
	e := t.rooms[at]
	if e == nil {
		e = &entry{place: at}
		t.rooms[at] = e
	}
	return e
}

// leave unlocks the entry. It takes it off the table if nothing is left in it.
func (t *Table) leave(e *entry) {
	defer e.mu.Unlock()
	t.mu.Lock()
	defer t.mu.Unlock()
	if e.room != nil || e.packed != "" {
		return
	}
	delete(t.rooms, e.place)
	e.gone = true
}
