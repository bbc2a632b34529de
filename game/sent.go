package game

import "context"

// Posted is a message that shows a game, in one of its slots.
type Posted struct {
	Game    ID
	Slot    string
	Version uint32 // of the game, as the message shows it
	Ref     string // the message, by a name of its sender's
}

// Sent notes the message that now shows a game, and returns what its slot held
// before. It is not noted if the slot holds another message of the same version
// or a newer one, nor if it was overtaken or taken before: what was taken down
// once stays down, even if a change of it that was on its way arrives late. It
// fails with
// [ErrUnknown] if the place does not know the game.
func (t *Table) Sent(_ context.Context, at Place, p Posted) (before Posted, current Game, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	room := t.roomAt(at)
	current, ok := room.Find(p.Game)
	if !ok {
		return Posted{}, Game{}, ErrUnknown
	}
	room, before = room.withPosted(p)
	t.setRoom(t.rooms[at], room)
	return before, current, nil
}

// Take forgets the message that a slot of a game holds and returns it, and false
// if the slot is empty. Whoever takes a message answers for taking it down.
func (t *Table) Take(_ context.Context, at Place, id ID, slot string) (Posted, bool, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	room := t.roomAt(at)
	posted, ok := room.Posted(id, slot)
	if ok {
		t.setRoom(t.rooms[at], room.withoutPosted(posted))
	}
	return posted, ok, nil
}
