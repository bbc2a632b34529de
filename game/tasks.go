package game

import (
	"context"
	"math"
	"time"
)

// lease is how long a task that was handed out stays with its taker. If the game
// has not changed by then, the task is handed out again.
const lease = 5 * time.Second

// cleanEvery is how often what is over for long is looked for.
const cleanEvery = time.Minute

// Due takes up to most tasks that are due now, the longest waiting first, in the
// places whose names begin with one of the prefixes. Each is handed out again
// after a while, here or to a table of another process, unless its game has
// changed. Finished games and silent places whose time is up are forgotten on the
// way.
func (t *Table) Due(ctx context.Context, now time.Time, most int, prefixes []string) ([]Task, error) {
	if t.cleaningDue(now) {
		if _, err := t.store.Clean(ctx, now); err != nil {
			return nil, err
		}
	}
	pending, err := t.store.Due(ctx, now, now.Add(lease), most, prefixes)
	tasks := make([]Task, 0, len(pending))
	for _, p := range pending {
		kind, wait := p.Game.next(t.timing, p.Pings)
		if at := p.Game.At + wait.Milliseconds(); at <= now.UnixMilli() {
			tasks = append(tasks, Task{Kind: kind, Game: p.Game})
		} else if err := t.postpone(ctx, p.Game, at); err != nil {
			return tasks, err
		}
	}
	return tasks, err
}

// postpone corrects when something is due for a game, after the time that games
// are given was made longer.
func (t *Table) postpone(ctx context.Context, g Game, at int64) error {
	err := t.store.Commit(ctx, Change{Place: g.Place, Steps: []Step{{Before: &g, After: &g, Due: at}}})
	if refused(err) {
		return nil // it has changed, and its time with it
	}
	return err
}

// cleaningDue reports whether it is time to clean the store, once each time.
func (t *Table) cleaningDue(now time.Time) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	at := now.UnixMilli()
	if t.cleaned > math.MinInt64 && at-t.cleaned < cleanEvery.Milliseconds() {
		return false
	}
	t.cleaned = at
	return true
}

// Next is when something will be due in the places whose names begin with one of
// the prefixes, and false if nothing will. It may be too early. Tables of other
// processes do not tell when they change that.
func (t *Table) Next(ctx context.Context, prefixes []string) (time.Time, bool, error) {
	t.mu.Lock()
	t.told = math.MaxInt64
	t.mu.Unlock()
	next, ok, err := t.store.Next(ctx, prefixes)
	if ok {
		t.mu.Lock()
		t.told = min(t.told, next.UnixMilli())
		t.mu.Unlock()
	}
	return next, ok, err
}

// Wake receives when something becomes due earlier than [Table.Next] may have
// said.
func (t *Table) Wake() <-chan struct{} { return t.wake }

// announce wakes whoever waits for what is due, if the change made something due
// earlier than was said.
func (t *Table) announce(c Change) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, s := range c.Steps {
		if s.After.Phase == Over || s.Due >= t.told {
			continue
		}
		t.told = s.Due
		select {
		case t.wake <- struct{}{}:
		default: // a signal waits already
		}
	}
}
