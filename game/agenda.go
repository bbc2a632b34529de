package game

import (
	"context"
	"errors"
	"slices"
	"time"
)

// lease is the time that a claimed room belongs to one process.
const lease = 2 * time.Second

// Due claims the due tasks of up to most rooms and up to most tombstones, in places whose names begin
// with one of the prefixes. A task that is not done is returned again later, to any process. Tasks
// returned along with an error must be done, too.
func (t *Table) Due(ctx context.Context, a Agenda, now time.Time, most int, prefixes []string) ([]Task, error) {
	due, err := a.Due(ctx, now, now.Add(lease), most, prefixes)
	if err != nil {
		return nil, err
	}
	var tasks []Task
	for _, tomb := range due.Tombstones {
		kind := TaskProbe
		if tomb.Loss == LossOfPerson {
			kind = TaskForget
		}
		tasks = append(tasks, Task{Kind: kind, Tombstone: tomb})
	}
	paces, err := t.pace(ctx, a, due.Rooms, now, prefixes)
	if err != nil {
		return tasks, err
	}
	for i, room := range due.Rooms {
		found, err := t.take(ctx, room, now, paces[i])
		tasks = append(tasks, found...)
		if err != nil {
			return tasks, err
		}
	}
	return tasks, nil
}

func (t *Table) take(ctx context.Context, room Room, now time.Time, pace int64) ([]Task, error) {
	if room.Newer {
		return []Task{{Kind: TaskUnreadable, Game: Game{Place: room.Place}, Err: ErrNewer}}, nil
	}
	c := room.change(now)
	tasks, changed := t.takeDaily(&c.Room, now, pace)
	c.Async = len(tasks) == 0 // if a power failure lost the claim, the puzzle would be posted twice
	for _, id := range room.Unreadable {
		tasks, changed = append(tasks, Task{Kind: TaskUnreadable, Game: Game{ID: id, Place: room.Place}, Err: errUnreadable}), true
	}
	c.Room.Slots = slices.Clone(c.Room.Slots)
	for i, s := range c.Room.Slots { // before the engine's moves, because a move postpones the redraws of its game
		if !s.Pending() || s.Redraw == 0 || s.Redraw > now.UnixMilli() {
			continue
		}
		c.Room.Slots[i], changed = s.Redrawn(now), true
		if c.Room.Slots[i].Due() {
			tasks = append(tasks, Task{Kind: TaskRedraw, Game: Game{ID: s.Game, Place: room.Place}, Slot: s.Name})
		}
	}
	for g := range room.Games() {
		switch kind, at := g.due(t.timing, room.Settings.Pings); {
		case at <= now.UnixMilli() && kind == taskForget:
			c.removeGame(g)
			changed = true
		case at <= now.UnixMilli():
			tasks = append(tasks, Task{Kind: kind, Game: *g, At: at})
		case g.Voting() && !g.Ballot.Closed && now.UnixMilli() >= g.nextCount(now): // g.due does not know when votes were stored
			tasks = append(tasks, Task{Kind: TaskCount, Game: *g, At: now.UnixMilli()})
		}
	}
	c.finish(t.timing)
	switch {
	case c.Room.deletable(t.timing, now):
		c.Due = Never
	case !changed:
		return tasks, nil
	case len(tasks) > 0:
		c.Due = max(c.Due, now.Add(lease).UnixMilli())
	}
	switch err := t.rooms.Save(ctx, c); {
	case errors.Is(err, ErrStale):
		return nil, nil // another change came first; what is still due is returned again
	case err != nil:
		return nil, err
	default:
		return tasks, nil
	}
}

func (c *Change) removeGame(g *Game) {
	r := &c.Room
	if r.Last != nil && r.Last.ID == g.ID {
		r.Last = nil
	}
	r.Challenges = slices.DeleteFunc(slices.Clone(r.Challenges), func(other *Game) bool { return other.ID == g.ID })
	if !g.isPast() {
		c.Names = append(c.Names, NameChange{Game: g.ID, Removed: true})
	}
	if r.Touched > 0 {
		r.Touched = max(r.Touched, g.At)
	}
}

func (r Room) deletable(timing Timing, now time.Time) bool {
	for range r.stored() {
		return false
	}
	due := r.due(timing)
	return len(r.Unreadable) == 0 && (due <= now.UnixMilli() || due == Never)
}
