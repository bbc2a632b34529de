package store

import "othellobot/game"

// rooms is a bounded number of rooms. If there are too many, one goes that was not
// asked for in a while.
type rooms struct {
	most    int
	byPlace map[game.Place]*kept
	ring    []*kept // in no order; the hand goes round
	hand    int
}

// kept is a room in memory.
type kept struct {
	room  game.Room
	at    int  // in the ring
	asked bool // since the hand came by
}

func newRooms(most int) rooms { return rooms{most: most, byPlace: make(map[game.Place]*kept)} }

func (r *rooms) find(at game.Place) (game.Room, bool) {
	k := r.byPlace[at]
	if k == nil {
		return game.Room{}, false
	}
	k.asked = true
	return k.room, true
}

func (r *rooms) put(room game.Room) {
	if k := r.byPlace[room.Place]; k != nil {
		k.room = room
		return
	}
	if len(r.ring) >= r.most {
		r.drop(r.next())
	}
	k := &kept{room: room, at: len(r.ring)}
	r.ring = append(r.ring, k)
	r.byPlace[room.Place] = k
}

// next moves the hand to a room that nobody asked for since it came by.
func (r *rooms) next() game.Place {
	for {
		r.hand = (r.hand + 1) % len(r.ring)
		k := r.ring[r.hand]
		if !k.asked {
			return k.room.Place
		}
		k.asked = false
	}
}

// drop forgets a room, if it is there. The last of the ring takes its position.
func (r *rooms) drop(at game.Place) {
	k := r.byPlace[at]
	if k == nil {
		return
	}
	delete(r.byPlace, at)
	last := len(r.ring) - 1
	r.ring[k.at] = r.ring[last]
	r.ring[k.at].at = k.at
	r.ring[last] = nil
	r.ring = r.ring[:last]
}
