package sim

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strings"
	"time"

	"othellobot/game"
)

// due implements [game.Store.Due].
func (d *database) due(now, until time.Time, most int, prefixes []string) (pending []game.Pending) {
	_ = d.transact(false, func() error {
		pending = d.takeDue(now, until, most, prefixes)
		return nil
	})
	return pending
}

// takeDue is due within a transaction.
func (d *database) takeDue(now, until time.Time, most int, prefixes []string) []game.Pending {
	var found []game.ID
	for id, r := range d.games {
		if r.stage <= running && r.due <= now.UnixMilli() && within(r.place, prefixes) {
			found = append(found, id)
		}
	}
	slices.SortFunc(found, func(a, b game.ID) int {
		return cmp.Or(cmp.Compare(d.games[a].due, d.games[b].due), cmp.Compare(a, b))
	})
	var pending []game.Pending
	for _, id := range found[:min(most, len(found))] {
		r := d.games[id]
		g, err := d.read(id)
		if r.due = until.UnixMilli(); err != nil && !errors.Is(err, game.ErrNewer) {
			r.due = now.Add(game.UnreadableRest).UnixMilli()
		}
		set(d, d.games, id, r)
		pending = append(pending, game.Pending{Game: g, Pings: d.places[r.place].settings.Pings, Err: err})
	}
	return pending
}

// dueSlots implements [game.Store.DueSlots].
func (d *database) dueSlots(now time.Time, most int, prefixes []string) (taken []game.DueSlot) {
	_ = d.transact(false, func() error {
		for _, due := range d.findSlots(now, most, prefixes) {
			if is := d.takeSlot(due.Slot, now); is.Due() {
				taken = append(taken, game.DueSlot{Place: due.Place, Slot: is})
			}
		}
		return nil
	})
	return taken
}

// findSlots finds slots that are due.
func (d *database) findSlots(now time.Time, most int, prefixes []string) (found []game.DueSlot) {
	for id, slots := range d.slots {
		for _, s := range slots {
			if s.Redraw > 0 && s.Redraw <= now.UnixMilli() && within(d.games[id].place, prefixes) {
				found = append(found, game.DueSlot{Place: d.games[id].place, Slot: s})
			}
		}
	}
	slices.SortFunc(found, func(a, b game.DueSlot) int {
		return cmp.Or(
			cmp.Compare(a.Slot.Redraw, b.Slot.Redraw), cmp.Compare(int64(a.Slot.Game), int64(b.Slot.Game)),
			cmp.Compare(a.Slot.Name, b.Slot.Name),
		)
	})
	return found[:min(most, len(found))]
}

// takeSlot takes a slot that is due, within a transaction.
func (d *database) takeSlot(s game.Slot, now time.Time) game.Slot {
	slots, is := slices.Clone(d.slots[s.Game]), s.Redrawn(now)
	slots[slices.IndexFunc(slots, func(other game.Slot) bool { return other.Name == s.Name })] = is
	set(d, d.slots, s.Game, slots)
	return is
}

// next implements [game.Store.Next].
func (d *database) next(prefixes []string) (time.Time, bool) {
	earliest := int64(math.MaxInt64)
	for id, slots := range d.slots {
		for _, s := range slots {
			if s.Redraw > 0 && within(d.games[id].place, prefixes) {
				earliest = min(earliest, s.Redraw)
			}
		}
	}
	for _, r := range d.games {
		if r.stage <= running && within(r.place, prefixes) {
			earliest = min(earliest, r.due)
		}
	}
	for at, p := range d.places {
		if p.daily.due > 0 && within(at, prefixes) {
			earliest = min(earliest, max(p.daily.due, d.paces[strings.Join(slices.Sorted(slices.Values(prefixes)), " ")]))
		}
	}
	return time.UnixMilli(earliest), earliest != math.MaxInt64
}

// clean implements [game.Store.Clean].
func (d *database) clean(now time.Time) {
	_ = d.transact(false, func() error {
		for id, r := range d.games {
			if r.stage <= running || r.due > now.UnixMilli() {
				continue
			}
			d.forget(id, r)
		}
		for at, p := range d.places {
			if len(p.games) == 0 && now.UnixMilli()-p.touched >= 2*d.timing.Retention.Milliseconds() {
				unset(d, d.places, at)
			}
		}
		for key, p := range d.puzzlers {
			if now.UnixMilli()-p.Touched >= d.timing.Retention.Milliseconds() {
				unset(d, d.puzzlers, key)
			}
		}
		d.cleanPersons(now)
		for key, e := range d.exercises {
			if now.UnixMilli()-e.Touched >= d.timing.Retention.Milliseconds() {
				unset(d, d.exercises, key)
			}
		}
		for id, found := range d.deliveries {
			if now.UnixMilli()-found.at >= game.DeliveryMemory.Milliseconds() {
				unset(d, d.deliveries, id)
			}
		}
		return nil
	})
}

// forget deletes all that is kept of a game, within a transaction.
func (d *database) forget(id game.ID, r row) {
	p := d.places[r.place]
	p.games = slices.DeleteFunc(slices.Clone(p.games), func(other game.ID) bool { return other == id })
	p.touched = max(p.touched, r.ended)
	set(d, d.places, r.place, p)
	unset(d, d.games, id)
	unset(d, d.slots, id)
	unset(d, d.votes, id)
}
