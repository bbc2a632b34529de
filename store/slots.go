package store

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"othellobot/game"
)

// changeSlot is a list of slots after a change of one of them, and the message that
// it held before, without a ref if there was none, as [game.Store] says of Commit. The
// list is changed in place.
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
	was = game.Slot{Game: before.Game, Name: before.Name, Ref: before.Ref}
	if change.Act == game.Reserve {
		was.Ref = s.Former
	}
	return slots, was
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
			err = firstOf(ctx, s, []string{reviseSoon, reviseSlot}, []any{id, name, want, redraw}, holding(&held, change))
		case game.Reserve:
			err = firstOf(ctx, s, []string{reserveSoon, reserveSlot}, []any{id, name, want, redraw}, holding(&held, change))
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
	defer limited(&ctx, d.limits.Attempt)()
	standing := game.NotedRetired
	args := []any{
		int64(n.Game), string(n.Slot), int64(n.Post), int64(n.Shown), string(n.Ref), int64(n.Fate),
		n.Now.Add(game.RedrawAfter).UnixMilli(), string(n.Instead), asNumber(d.shared),
	}
	err := d.write.note(ctx, []string{noteSoon, noteMessage}, args, func(scan scan) error {
		var noted int64
		err := scan(&noted)
		standing = game.Standing(noted)
		return err
	})
	if err != nil {
		return 0, err // standing may be written yet
	}
	return standing, nil
}

// slotRow collects the columns of a slot.
type slotRow struct {
	name, ref, former                       string
	post, want, shown, state, tries, redraw int64
}

// columns are those of slotColumns, in their order.
func (r *slotRow) columns() []any {
	return []any{&r.name, &r.post, &r.want, &r.shown, &r.ref, &r.state, &r.tries, &r.redraw, &r.former}
}

func (r *slotRow) slot(id game.ID) game.Slot {
	return game.Slot{
		Game: id, Name: game.SlotName(r.name), Post: uint32(r.post), Want: uint32(r.want), Shown: uint32(r.shown),
		Ref: game.Ref(r.ref), State: game.SlotState(r.state), Tries: uint32(r.tries), Redraw: r.redraw,
		Former: game.Ref(r.former),
	}
}

// DueSlots implements [game.Store].
func (d *database) DueSlots(ctx context.Context, now time.Time, most int, prefixes []string) ([]game.DueSlot, error) {
	taken, _, err := d.takeSlots(ctx, now, most, prefixes)
	return taken, err
}

// takeSlots is DueSlots, and tells of all slots that it may have changed, as they
// were.
func (d *database) takeSlots(ctx context.Context, now time.Time, most int, prefixes []string) (taken, found []game.DueSlot, err error) {
	defer limited(&ctx, d.limits.Search)()
	for {
		found, err = d.lookAtSlots(ctx, now, most, prefixes)
		if len(found) == 0 || err != nil {
			return nil, nil, err
		}
		due := slices.DeleteFunc(slices.Clone(found), func(s game.DueSlot) bool { return s.Slot.Redraw == 0 || s.Slot.Redraw > now.UnixMilli() })
		taken, err = transacted(ctx, d.write, func(ctx context.Context, s session) ([]game.DueSlot, error) { return takeEach(ctx, s, found, now) })
		if err != nil {
			return nil, due, err
		}
		if len(due) > 0 || len(found) < most {
			return taken, due, nil
		}
	}
}

// lookAtSlots finds slots that are due, and those that were to be looked at by now.
func (d *database) lookAtSlots(ctx context.Context, now time.Time, most int, prefixes []string) ([]game.DueSlot, error) {
	among, args := anyPrefix(prefixes, []any{now.UnixMilli(), int64(most)})
	return listed(ctx, d.read, fmt.Sprintf(findDueSlots, among), args, func(scan scan) (s game.DueSlot, err error) {
		var id int64
		var r slotRow
		err = scan(append([]any{&s.Place, &id}, r.columns()...)...)
		s.Slot = r.slot(game.ID(id))
		return s, err
	})
}

// takeEach takes those of some slots that are due, and puts the others off.
func takeEach(ctx context.Context, s session, found []game.DueSlot, now time.Time) (taken []game.DueSlot, err error) {
	slices.SortFunc(found, func(a, b game.DueSlot) int { // not all are found by when they are due
		return cmp.Or(cmp.Compare(a.Slot.Redraw, b.Slot.Redraw), cmp.Compare(int64(a.Slot.Game), int64(b.Slot.Game)), cmp.Compare(a.Slot.Name, b.Slot.Name))
	})
	for _, f := range found {
		was, is := f.Slot, f.Slot.Redrawn(now)
		if was.Redraw == 0 || was.Redraw > now.UnixMilli() {
			if _, err := s.exec(ctx, putOffSlot, int64(was.Game), string(was.Name), now.UnixMilli()); err != nil {
				return nil, err
			}
			continue
		}
		n, err := s.exec(ctx, takeSlot, int64(was.Game), string(was.Name), was.Redraw, int64(is.State), int64(is.Tries), is.Redraw)
		if err != nil {
			return nil, err
		}
		if n > 0 && is.Due() {
			taken = append(taken, game.DueSlot{Place: f.Place, Slot: is})
		}
	}
	return taken, nil
}

// Drawn implements [game.Store].
func (d *database) Drawn(ctx context.Context, id game.ID) (game.Game, []game.Slot, error) {
	defer limited(&ctx, d.limits.Attempt)()
	g, failure := game.Game{}, game.ErrUnknown
	err := d.read.query(ctx, findGame, []any{int64(id)}, func(scan scan) error {
		var place, state string
		var version int64
		if err := scan(&place, &version, &state); err != nil {
			return err
		}
		g, failure = parseGame(int64(id), place, version, state)
		return nil
	})
	if err != nil || failure != nil {
		return game.Game{}, nil, cmp.Or(err, failure)
	}
	slots, err := listed(ctx, d.read, findSlots, []any{int64(id)}, func(scan scan) (game.Slot, error) {
		var r slotRow
		err := scan(r.columns()...)
		return r.slot(id), err
	})
	return g, slots, err
}
