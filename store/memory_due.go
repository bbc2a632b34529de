package store

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"othellobot/game"
)

// maxForgotten is how many games one cleaning forgets.
const maxForgotten = 500

// Due implements [game.Store].
func (m *Memory) Due(_ context.Context, now, until time.Time, most int, prefixes []string) ([]game.Pending, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var pending []game.Pending
	var passed []*entry
	for len(pending) < most && m.tasks.isDue(now) {
		e := m.tasks[0]
		m.tasks.drop(e)
		passed = append(passed, e)
		if e.within(prefixes) {
			m.keepDue(e)
			e.due = until.UnixMilli()
			pending = append(pending, game.Pending{Game: *e.game, Pings: m.places[e.game.Place].room.Settings.Pings})
		}
	}
	for _, e := range passed {
		m.tasks.put(e)
	}
	return pending, nil
}

// DueSlots implements [game.Store].
func (m *Memory) DueSlots(_ context.Context, now time.Time, most int, prefixes []string) ([]game.DueSlot, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var found []game.DueSlot
	for _, e := range m.sent {
		for _, s := range e.slots {
			if s.Redraw > 0 && s.Redraw <= now.UnixMilli() && e.within(prefixes) {
				found = append(found, game.DueSlot{Place: e.game.Place, Slot: s})
			}
		}
	}
	slices.SortFunc(found, func(a, b game.DueSlot) int {
		return cmp.Or(
			cmp.Compare(a.Slot.Redraw, b.Slot.Redraw),
			cmp.Compare(int64(a.Slot.Game), int64(b.Slot.Game)), // as databases compare them
			cmp.Compare(a.Slot.Name, b.Slot.Name),
		)
	})
	var taken []game.DueSlot
	for _, due := range found[:min(most, len(found))] {
		e, is := m.games[due.Slot.Game], due.Slot.Redrawn(now)
		slots := slices.Clone(e.slots)
		slots[slices.Index(slots, due.Slot)] = is
		m.setSlots(e, slots)
		if is.Due() {
			taken = append(taken, game.DueSlot{Place: due.Place, Slot: is})
		}
	}
	return taken, nil
}

// within reports whether the name of the place begins with one of the prefixes.
func (e *entry) within(prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(string(e.game.Place), p) })
}

// Next implements [game.Store].
func (m *Memory) Next(_ context.Context, prefixes []string) (next time.Time, ok bool, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	earliest := int64(math.MaxInt64)
	for i, e := range m.tasks {
		if e.due < earliest && e.within(prefixes) {
			earliest, ok = e.due, true
		}
		if ok && i == 0 {
			break // nothing is before the first
		}
	}
	for _, e := range m.sent {
		for _, s := range e.slots {
			if s.Redraw > 0 && s.Redraw < earliest && e.within(prefixes) {
				earliest, ok = s.Redraw, true
			}
		}
	}
	for _, queue := range []dailyQueue{m.retaken, m.dailies} {
		for i, p := range queue {
			within := p.within(prefixes)
			if due := max(p.daily.due, m.paces[paceOf(prefixes)]); within && due < earliest {
				earliest, ok = due, true
			}
			if within && i == 0 {
				break // likewise
			}
		}
	}
	return time.UnixMilli(earliest), ok, nil
}

// Clean implements [game.Store].
func (m *Memory) Clean(_ context.Context, now time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for n := 0; n < maxForgotten && m.forgets.isDue(now); n++ {
		m.forget(m.forgets[0])
	}
	silent := now.Add(-2 * m.timing.Retention).UnixMilli()
	for at, p := range m.places {
		if len(p.games)+len(p.past) == 0 && (!p.chosen || p.touched <= silent) {
			m.dropPlace(at, p)
		}
	}
	old := now.Add(-m.timing.Retention).UnixMilli()
	m.forgetPuzzlers(func(p game.Puzzler) bool { return p.Touched <= old })
	m.forgetPersons(now)
	m.forgetExercises(func(e game.Exercise) bool { return e.Touched <= old })
	before := now.Add(-game.DeliveryMemory).UnixMilli()
	forgotten := func(id game.Delivery) bool { return m.deliveries[id].at <= before }
	if slices.ContainsFunc(m.arrived, forgotten) {
		m.keepArrived()
		m.arrived = slices.DeleteFunc(slices.Clone(m.arrived), forgotten)
		unsetWhere(m, m.deliveries, func(_ game.Delivery, d delivered) bool { return d.at <= before })
	}
	return nil
}

// forget drops a game that is over.
func (m *Memory) forget(e *entry) {
	m.replace(e, nil)
	p := m.places[e.game.Place]
	m.keepPlace(p)
	isIt := func(other *entry) bool { return other == e }
	p.games, p.past = slices.DeleteFunc(slices.Clone(p.games), isIt), slices.DeleteFunc(slices.Clone(p.past), isIt)
	p.touched = max(p.touched, e.game.At)
	p.refresh()
}

// dropPlace forgets a place that has no games.
func (m *Memory) dropPlace(at game.Place, p *place) {
	m.keepPlace(p)
	m.setDaily(p, 0, false)
	unset(m, m.places, at)
}

// setDue changes when something is to be done about a game that is not over.
func (m *Memory) setDue(e *entry, due int64) {
	m.keepDue(e)
	m.tasks.drop(e)
	e.due = due
	m.tasks.put(e)
}
