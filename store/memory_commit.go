package store

import (
	"context"
	"slices"

	"othellobot/game"
)

// Commit implements [game.Store].
func (m *Memory) Commit(_ context.Context, c game.Change) ([]game.Slot, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, known := m.deliveries[c.Delivery]; known {
		return nil, game.ErrDuplicate
	}
	if m.condemned(string(c.Place)) {
		return nil, game.ErrStale
	}
	p := m.places[c.Place]
	if p == nil {
		p = &place{room: game.Room{Place: c.Place}}
	}
	d := draft{known: m.games, entries: slices.Clone(p.games)}
	for _, s := range c.Steps {
		if !d.step(s) {
			return nil, game.ErrStale
		}
	}
	for _, s := range c.Steps {
		m.count(s)
	}
	held := d.slots(c)
	m.keep(p, d.entries)
	if c.Settings != nil {
		m.keepPlace(p)
		if c.Settings.Daily != p.room.Settings.Daily {
			m.setDaily(p, c.DailyDue, false)
		}
		p.daily.asked = c.Asked
		p.room.Settings, p.chosen, p.touched = *c.Settings, true, c.Now.UnixMilli()
	}
	m.deliver(c.Delivery, delivered{c.Latest(), c.Now.UnixMilli()})
	return held, nil
}

// draft holds the games of a place as a change would leave them.
type draft struct {
	known   map[game.ID]*entry // everywhere
	entries []*entry           // of the room, and any others that change
}

// step adds a step, and reports whether it fits.
func (d *draft) step(s game.Step) bool {
	i := d.find(s.After.ID)
	if old := d.known[s.After.ID]; i < 0 && s.Before != nil && old != nil && old.stage == stagePast {
		i, d.entries = len(d.entries), append(d.entries, old)
	}
	after := &entry{game: s.After, stage: stageOf(s.After), due: s.Due}
	if s.Before == nil {
		if i >= 0 || d.known[s.After.ID] != nil {
			return false
		}
		d.entries = append(d.entries, after)
	} else {
		if i < 0 || d.entries[i].game.Version != s.Before.Version {
			return false
		}
		after.slots = d.entries[i].slots
		if d.entries[i].stage == stagePast {
			after.stage = stagePast
		}
		d.entries[i] = after
	}
	if ends(s) {
		d.endOthers(after)
	}
	return !d.clash(after)
}

func (d *draft) find(id game.ID) int {
	return slices.IndexFunc(d.entries, func(e *entry) bool { return e.game.ID == id })
}

// endOthers has a place know one game that ended last.
func (d *draft) endOthers(last *entry) {
	for i, e := range d.entries {
		if e != last && e.stage == stageLast {
			d.entries[i] = &entry{game: e.game, slots: e.slots, stage: stagePast, due: e.due}
		}
	}
}

// clash reports whether a game runs while another one does, or its starter has
// another challenge open.
func (d *draft) clash(with *entry) bool {
	return slices.ContainsFunc(d.entries, func(e *entry) bool {
		return e != with && e.stage == with.stage &&
			(e.stage == stageRunning || e.stage == stageChallenge && e.game.Starter == with.game.Starter)
	})
}

// slots changes slots, and returns the messages that they no longer hold.
func (d *draft) slots(c game.Change) []game.Slot {
	var held []game.Slot
	for _, change := range c.Slots {
		i := d.find(change.Game)
		if i < 0 {
			continue
		}
		e := d.entries[i] // made by its step
		var was game.Slot
		e.slots, was = changeSlot(slices.Clone(e.slots), change, c)
		if was.Ref != "" {
			held = append(held, was)
		}
	}
	return held
}

// keep makes the games of a place what they are to be.
func (m *Memory) keep(p *place, entries []*entry) {
	m.keepPlace(p)
	for _, e := range entries {
		before := m.games[e.game.ID]
		if e == before {
			continue
		}
		m.replace(before, e)
		if i := slices.Index(p.past, before); before != nil && i >= 0 {
			p.past = slices.Clone(p.past)
			p.past[i] = e
		} else if e.stage == stagePast {
			p.past = append(p.past, e)
		}
	}
	p.games = slices.DeleteFunc(entries, func(e *entry) bool { return e.stage == stagePast })
	p.refresh()
	set(m, m.places, p.room.Place, p)
}

// deliver remembers what a delivery has made.
func (m *Memory) deliver(id game.Delivery, made delivered) {
	if id == "" {
		return
	}
	m.keepArrived()
	if len(m.arrived) >= maxDeliveries {
		unset(m, m.deliveries, m.arrived[0])
		m.arrived = m.arrived[1:]
	}
	set(m, m.deliveries, id, made)
	m.arrived = append(m.arrived, id)
}
