package game

import (
	"context"
	"math"
	"time"
)

// lease is how long a task that was handed out stays with its taker. If the game
// has not changed by then, the task is handed out again.
const lease = 5 * time.Second

// Due takes up to most tasks that are due now, the longest waiting first. Each
// is handed out again after a while unless its game has changed. Finished games
// and silent places whose time is up are forgotten on the way.
func (t *Table) Due(_ context.Context, now time.Time, most int) ([]Task, error) {
	var tasks []Task
	for len(tasks) < most {
		e := t.takeDue(now)
		if e == nil {
			break
		}
		tasks = t.dueIn(e, now, most, tasks)
	}
	return tasks, nil
}

// Next is when something will be due, and false if nothing will.
func (t *Table) Next(context.Context) (time.Time, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.due) == 0 {
		return time.Time{}, false
	}
	return time.UnixMilli(t.due[0].due), true
}

// Wake receives when something becomes due earlier than [Table.Next] may have
// said.
func (t *Table) Wake() <-chan struct{} { return t.wake }

func (t *Table) takeDue(now time.Time) *entry {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.due) == 0 || t.due[0].due > now.UnixMilli() {
		return nil
	}
	e := t.due[0]
	t.due.drop(e)
	return e
}

// dueIn appends what is due in a room, as far as there is space for it, and
// puts the room back into the queue.
func (t *Table) dueIn(e *entry, now time.Time, most int, tasks []Task) []Task {
	e.mu.Lock()
	if e.gone {
		e.mu.Unlock()
		return tasks
	}
	defer t.leave(e)
	t.mu.Lock()
	defer t.mu.Unlock()
	room := t.room(e)
	for g := range room.games() {
		kind, at := t.nextOf(g, room.Settings)
		switch {
		case at > now.UnixMilli() || len(tasks) == most:
		case kind == taskForget:
			t.setRoom(e, t.room(e).without(g))
			t.duels.remove(g)
		default:
			t.leases[g.ID] = now.Add(lease).UnixMilli()
			tasks = append(tasks, Task{Kind: kind, Game: *g})
		}
	}
	if room := t.room(e); room.quiet() && t.endOf(room) <= now.UnixMilli() {
		t.setRoom(e, Room{})
	}
	t.schedule(e)
	return tasks
}

// nextOf is what is due next for a game, and when, in Unix milliseconds: not
// before its lease ends. The table's lock is held.
func (t *Table) nextOf(g *Game, s Settings) (TaskKind, int64) {
	kind, after := g.next(t.timing, s.Pings)
	return kind, max(g.At+after.Milliseconds(), t.leases[g.ID])
}

// endOf is when a room without games is forgotten, in Unix milliseconds.
func (t *Table) endOf(r Room) int64 { return r.touched + 2*t.timing.Retention.Milliseconds() }

// schedule puts an entry into the queue for what is due next in its room. The
// table's lock is held.
func (t *Table) schedule(e *entry) {
	room := t.room(e)
	if room.empty() {
		t.due.drop(e)
		return
	}
	next := int64(math.MaxInt64)
	if room.quiet() {
		next = t.endOf(room)
	}
	for g := range room.games() {
		_, at := t.nextOf(g, room.Settings)
		next = min(next, at)
	}
	earlier := len(t.due) == 0 || next < t.due[0].due
	t.due.put(e, next)
	if earlier {
		select {
		case t.wake <- struct{}{}:
		default: // a signal waits already
		}
	}
}
