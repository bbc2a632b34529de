package game

import (
	"context"
	"math"
	"time"
)

// lease is how long a task belongs to whoever took it. If its game has not changed by
// then, it is handed out again.
const lease = 5 * time.Second

// Due takes up to most tasks that are due now, the longest waiting first, in the
// places whose names begin with one of the prefixes. Each is handed out again some
// seconds later, here or to a table of another process, unless its game has changed
// by then. A game that cannot be read is a task of its own kind.
func (t *Table) Due(ctx context.Context, now time.Time, most int, prefixes []string) ([]Task, error) {
	pending, err := t.store.Due(ctx, now, now.Add(lease), most, prefixes)
	if err != nil {
		return nil, err
	}
	tasks := make([]Task, 0, len(pending))
	for _, p := range pending {
		if p.Err != nil {
			tasks = append(tasks, Task{Kind: TaskUnreadable, Game: p.Game, Err: p.Err})
			continue
		}
		kind, wait := p.Game.next(t.timing, p.Pings)
		if at := p.Game.At + wait.Milliseconds(); at <= now.UnixMilli() {
			tasks = append(tasks, Task{Kind: kind, Game: p.Game})
		} else if err := t.postpone(ctx, p.Game, at, now); err != nil {
			return tasks, err
		}
	}
	return tasks, nil
}

// postpone corrects when something is due for a game that was stored when games were
// given less time.
func (t *Table) postpone(ctx context.Context, g Game, at int64, now time.Time) error {
	_, err := t.store.Commit(ctx, Change{Place: g.Place, Steps: []Step{{Before: &g, After: &g, Due: at}}, Now: now})
	if refused(err) {
		return nil // it has changed, and its time with it
	}
	return err
}

// Next is when something will be due in the places whose names begin with one of
// the prefixes, and false if nothing will. It may be too early. What tables of other
// processes do later may make something due sooner, and nobody tells this one.
func (t *Table) Next(ctx context.Context, prefixes []string) (time.Time, bool, error) {
	t.mu.Lock()
	t.next = math.MaxInt64
	t.mu.Unlock()
	next, ok, err := t.store.Next(ctx, prefixes)
	if ok {
		t.mu.Lock()
		t.next = min(t.next, next.UnixMilli())
		t.mu.Unlock()
	}
	return next, ok, err
}

// Wake gets a signal when something becomes due earlier than [Table.Next] may have
// said. One signal may stand for several.
func (t *Table) Wake() <-chan struct{} { return t.wake }

// announce gives a signal if the change has made something due earlier than Next has
// said.
func (t *Table) announce(c Change) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, s := range c.Steps {
		if s.After.Phase == Over || s.Due >= t.next {
			continue
		}
		t.next = s.Due
		select {
		case t.wake <- struct{}{}:
		default: // a signal waits already
		}
	}
}
