package store

import (
	"context"
	"slices"

	"othellobot/game"
)

// changeSlot is a list of slots after a change of one of them, and the message
// that it held before, without a ref if there was none. The list is changed in
// place.
func changeSlot(slots []game.Slot, change game.SlotChange, c game.Change) (after []game.Slot, was game.Slot) {
	i := slices.IndexFunc(slots, func(s game.Slot) bool { return s.Game == change.Game && s.Name == change.Name })
	var before game.Slot
	if i >= 0 {
		before = slots[i]
	}
	s, held := before.Changed(change, c.Now)
	switch {
	case held && i >= 0:
		slots[i] = s
	case held:
		slots = append(slots, s)
	case i >= 0:
		slots = slices.Delete(slots, i, i+1)
	}
	return slots, game.Slot{Game: before.Game, Name: before.Name, Ref: before.Ref}
}

// noteSlot is a list of slots after a note of a message, and what the message is.
// The list is changed in place.
func noteSlot(slots []game.Slot, n game.Note) game.Standing {
	i := slices.IndexFunc(slots, func(s game.Slot) bool { return s.Game == n.Game && s.Name == n.Slot })
	if i < 0 {
		return game.NotedRetired
	}
	var standing game.Standing
	slots[i], standing = slots[i].Noted(n)
	return standing
}

// applySlots changes slots in a transaction, and returns the messages that they
// held before.
func applySlots(ctx context.Context, s session, c game.Change) ([]game.Slot, error) {
	var held []game.Slot
	for _, change := range c.Slots {
		id, name, want, redraw := int64(change.Game), string(change.Name), int64(change.Want), redrawOf(c)
		var err error
		switch change.Act {
		case game.Revise:
			err = s.query(ctx, reviseSlot, []any{id, name, want, redraw}, holding(&held, change))
		case game.Reserve:
			err = s.query(ctx, reserveSlot, []any{id, name, want, redraw}, holding(&held, change))
		case game.Retire:
			err = s.query(ctx, retireSlot, []any{id, name}, holding(&held, change))
		}
		if err != nil {
			return nil, err
		}
	}
	return held, nil
}

// holding adds the message that a slot held, by its ref.
func holding(held *[]game.Slot, change game.SlotChange) func(scan) error {
	return func(scan scan) error {
		var ref string
		err := scan(&ref)
		if ref != "" {
			*held = append(*held, game.Slot{Game: change.Game, Name: change.Name, Ref: game.Ref(ref)})
		}
		return err
	}
}

// redrawOf is when the slots of a change are to be drawn again.
func redrawOf(c game.Change) int64 { return c.Now.Add(game.RedrawAfter).UnixMilli() }

// Note implements [game.Store].
func (d *database) Note(ctx context.Context, n game.Note) (game.Standing, error) {
	standing := game.NotedRetired
	args := []any{int64(n.Game), string(n.Slot), int64(n.Post), int64(n.Shown), string(n.Ref)}
	err := d.write.note(ctx, noteMessage, args, func(scan scan) error {
		var state int64
		err := scan(&state)
		standing = game.NotedCurrent
		if state == int64(game.Behind) {
			standing = game.NotedBehind
		}
		return err
	})
	if err != nil {
		return 0, err // standing may be written yet
	}
	return standing, nil
}
