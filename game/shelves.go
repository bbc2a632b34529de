package game

// maxInUse is how many rooms are kept ready for use; all others rest, packed.
const maxInUse = 1024

// shelf is a place in memory.
type shelf struct {
	place  Place
	room   *Room  // while the room is in use; replaced as a whole, never changed
	packed string // while it is at rest

	// In a [Memory]'s queue:
	position int32 // counted from 1; 0 if it is not in it
	due      int64 // when something is due, in Unix milliseconds
}

// shelves hold rooms in memory. The zero value is none.
type shelves struct {
	byPlace map[Place]*shelf
	// The shelves whose rooms are ready for use, as they came into use. The one that
	// has been there longest makes way for the next.
	inUse   [maxInUse]*shelf
	longest int
}

// room is what is held of a place, and false if nothing is.
func (s *shelves) room(at Place) (Room, bool) {
	on := s.byPlace[at]
	if on == nil {
		return Room{Place: at}, false
	}
	return s.take(on), true
}

// take is the room of a shelf.
func (s *shelves) take(from *shelf) Room {
	if from.room == nil {
		r := unpack(from.place, from.packed)
		s.fill(from, r)
	}
	return *from.room
}

// put holds the room from now on. It returns its shelf, nil if there is nothing
// in the room to hold.
func (s *shelves) put(r Room) *shelf {
	if r.empty() {
		s.drop(r.Place)
		return nil
	}
	on := s.byPlace[r.Place]
	if on == nil {
		on = &shelf{place: r.Place}
		if s.byPlace == nil {
			s.byPlace = make(map[Place]*shelf)
		}
		s.byPlace[r.Place] = on
	}
	s.fill(on, r)
	return on
}

// drop forgets a place.
func (s *shelves) drop(at Place) {
	if gone := s.byPlace[at]; gone != nil {
		gone.room, gone.packed = nil, ""
		delete(s.byPlace, at)
	}
}

// fill puts a room on a shelf, ready for use.
func (s *shelves) fill(on *shelf, r Room) {
	if on.room == nil {
		if oldest := s.inUse[s.longest]; oldest != nil && oldest.room != nil {
			oldest.room, oldest.packed = nil, pack(*oldest.room)
		}
		s.inUse[s.longest] = on
		s.longest = (s.longest + 1) % maxInUse
	}
	on.room, on.packed = &r, ""
}

// peek is the room of a shelf, which stays at rest if it is.
func (s *shelves) peek(at *shelf) Room {
	if at.room != nil {
		return *at.room
	}
	return unpack(at.place, at.packed)
}

// has reports whether the room of a shelf has a game.
func (s *shelves) has(at *shelf, id ID) bool { return s.peek(at).find(id) != nil }
