package game

// maxInUse is how many rooms are kept ready for use; all others rest, packed.
const maxInUse = 1024

// inUse are the entries whose rooms are ready for use, as they came into use.
// The one that has been there longest makes way for the next.
type inUse struct {
	entries [maxInUse]*entry
	next    int // the longest there
}

// add takes in an entry whose room comes into use.
func (u *inUse) add(e *entry) {
	if oldest := u.entries[u.next]; oldest != nil && oldest.room != nil {
		oldest.room, oldest.packed = nil, pack(*oldest.room)
	}
	u.entries[u.next] = e
	u.next = (u.next + 1) % maxInUse
}

// room is what the entry holds. The table's lock is held.
func (t *Table) room(e *entry) Room {
	if e.room != nil {
		return *e.room
	}
	r := unpack(e.place, e.packed)
	t.setRoom(e, r)
	return r
}

// roomAt is the room of a place. The table's lock is held.
func (t *Table) roomAt(at Place) Room {
	if e := t.rooms[at]; e != nil {
		return t.room(e)
	}
	return Room{Place: at}
}

// setRoom puts a room in the place of what the entry holds. The table's lock is
// held.
func (t *Table) setRoom(e *entry, r Room) {
	if r.empty() {
		e.room, e.packed = nil, ""
		return
	}
	if e.room == nil {
		t.inUse.add(e)
	}
	e.room, e.packed = &r, ""
}
