package game

import "sync"

// entry is a place at the table.
type entry struct {
	place Place
	mu    sync.Mutex // serialises the changes of the room
	gone  bool       // taken off the table; whoever waited for the lock looks again

	// The room, packed. Whoever holds this lock or the table's may read it, and
	// who holds both may replace it.
	packed string

	// Guarded by the table's lock.
	due      int64 // when something is due, in Unix milliseconds
	position int   // in the queue, counted from 1; 0 if it is not in it
}

// room is what the entry holds.
func (e *entry) room() Room { return unpack(e.place, e.packed) }

// enter is the place's entry, locked; leave unlocks it.
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
	if e.packed != "" {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.due.drop(e)
	delete(t.rooms, e.place)
	e.gone = true
}
