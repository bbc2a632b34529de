package sim

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"othellobot/game"
)

// load implements [game.Store.Load].
func (d *database) load(at game.Place, delivery game.Delivery) (game.Room, game.Seen) {
	var games []*game.Game
	var slots []game.Slot
	var unreadable []game.ID
	var newer []game.Game
	for _, id := range d.places[at].games {
		r := d.games[id]
		if r.stage == past {
			continue
		}
		g, err := d.read(id)
		if errors.Is(err, game.ErrNewer) {
			g.Phase = r.stage.phase()
			newer = append(newer, g)
			continue
		}
		if err != nil {
			unreadable = append(unreadable, id)
			continue
		}
		games = append(games, &g)
		slots = append(slots, d.slots[id]...)
	}
	room := game.NewRoom(at, games)
	room.Settings, room.Slots, room.Unreadable, room.Newer = d.places[at].settings, slots, unreadable, newer
	room.Buried, room.Condemned = d.buried(string(at)), d.condemned(string(at))
	for thread, p := range d.places {
		running := slices.ContainsFunc(p.games, func(id game.ID) bool { return d.games[id].stage == running })
		room.Threads = room.Threads || running && threadOf(thread, at)
	}
	found, known := d.deliveries[delivery]
	return room, game.Seen{Known: known, Latest: found.made}
}

// commit implements [game.Store.Commit]. It calls then before the transaction ends.
func (d *database) commit(c game.Change, then func()) (held []game.Slot, err error) {
	if _, known := d.deliveries[c.Delivery]; known {
		return nil, game.ErrDuplicate
	}
	if d.condemned(string(c.Place)) {
		return nil, game.ErrStale
	}
	err = d.transact(false, func() error {
		if held, err = d.apply(c, true); err == nil {
			then()
		}
		return err
	})
	return held, err
}

// apply makes a change, if it fits or if nobody checks.
func (d *database) apply(c game.Change, check bool) (held []game.Slot, err error) {
	for _, id := range c.Discard {
		if r, ok := d.games[id]; ok && r.place == c.Place {
			r.stage, r.ended, r.due = past, c.Now.UnixMilli(), c.Now.Add(d.timing.Retention).UnixMilli()
			set(d, d.games, id, r)
		}
	}
	for _, s := range c.Steps {
		if err := d.step(c.Place, s, check); err != nil {
			return nil, err
		}
	}
	for _, s := range c.Slots {
		before := d.slot(s, c.Now)
		was := before.Ref
		if s.Act == game.Reserve {
			was = cmp.Or(was, before.Former)
		}
		if was != "" {
			held = append(held, game.Slot{Game: s.Game, Name: s.Name, Ref: was})
		}
	}
	if c.Settings != nil {
		p := d.places[c.Place]
		if p.settings.Daily != c.Settings.Daily {
			p.daily.due, p.daily.taken = c.DailyDue, false
		}
		p.daily.asked = c.Asked
		p.settings, p.touched = *c.Settings, c.Now.UnixMilli()
		set(d, d.places, c.Place, p)
	}
	if c.Delivery != "" {
		set(d, d.deliveries, c.Delivery, delivered{c.Latest(), c.Now.UnixMilli()})
	}
	return held, nil
}

// step changes one game.
func (d *database) step(at game.Place, s game.Step, check bool) error {
	id := s.After.ID
	before, known := d.games[id]
	if check && (known != (s.Before != nil) || known && (before.version != s.Before.Version || before.place != at)) {
		return game.ErrStale
	}
	if known && before.version == s.After.Version {
		before.due = s.Due
		set(d, d.games, id, before)
		return nil
	}
	after, err := rowOf(s)
	if err != nil {
		return err
	}
	if before.stage == past && known {
		after.stage = past
	}
	for _, other := range d.places[at].games {
		r := d.games[other]
		switch {
		case other == id || r.stage != after.stage || !check:
		case r.stage == running, r.stage == challenge && r.starter == after.starter:
			return game.ErrStale
		case r.stage == last:
			r.stage = past
			set(d, d.games, other, r)
		}
	}
	set(d, d.games, id, after)
	d.count(s)
	if !known {
		d.list(at, id)
	}
	return nil
}

// list adds a game to those of its place.
func (d *database) list(at game.Place, id game.ID) {
	p := d.places[at]
	i, _ := slices.BinarySearch(p.games, id)
	p.games = slices.Insert(slices.Clone(p.games), i, id)
	set(d, d.places, at, p)
}

// slot changes a slot, and gives it as it was.
func (d *database) slot(c game.SlotChange, now time.Time) game.Slot {
	slots := slices.Clone(d.slots[c.Game])
	i := slices.IndexFunc(slots, func(s game.Slot) bool { return s.Name == c.Name })
	if i < 0 {
		i, slots = len(slots), append(slots, game.Slot{})
	}
	before := slots[i]
	after, held := before.Changed(c, now)
	if slots[i] = after; !held {
		slots = slices.Delete(slots, i, i+1)
	}
	set(d, d.slots, c.Game, slots)
	return before
}

// note implements [game.Store.Note].
func (d *database) note(n game.Note) (standing game.Standing) {
	_ = d.transact(true, func() error {
		before := d.slots[n.Game]
		n.Final = n.Slot == game.BoardSlot && d.games[n.Game].stage.phase() == game.Over
		var after []game.Slot
		if after, standing = game.NoteAmong(before, n); !slices.Equal(before, after) {
			set(d, d.slots, n.Game, after)
		}
		return nil
	})
	return standing
}

// drawn implements [game.Store.Drawn].
func (d *database) drawn(id game.ID) (game.Game, []game.Slot, error) {
	if _, known := d.games[id]; !known {
		return game.Game{}, nil, game.ErrUnknown
	}
	g, err := d.read(id)
	if err != nil {
		return game.Game{}, nil, err
	}
	return g, d.slots[id], nil
}
