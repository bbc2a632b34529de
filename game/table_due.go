package game

import (
	"context"
	"math"
	"strings"
	"time"
)

// lease is how long a task belongs to whoever took it. If its game has not changed by
// then, it is handed out again.
const lease = 2 * time.Second

// Due takes up to most tasks that are due now, the longest waiting first, in the
// places whose names begin with one of the prefixes. Each is handed out again some
// seconds later, here or to a table of another process, unless its game has changed
// by then. A game that cannot be read is a task of its own kind. Of the tasks, up to
// half are messages that are to be drawn again, and up to half of the others puzzles of
// the day, so that no kind waits for another; messages come again after longer and
// longer, and then no more.
func (t *Table) Due(ctx context.Context, now time.Time, most int, prefixes []string) ([]Task, error) {
	slots, err := t.store.DueSlots(ctx, now, (most+1)/2, prefixes)
	if err != nil {
		return nil, err
	}
	var tasks []Task
	for _, s := range slots {
		tasks = append(tasks, Task{Kind: TaskRedraw, Game: Game{ID: s.Slot.Game, Place: s.Place}, Slot: s.Slot.Name})
	}
	if len(tasks) == most {
		return tasks, nil
	}
	dailies, err := t.dueDailies(ctx, now, (most-len(tasks)+1)/2, prefixes)
	tasks = append(tasks, dailies...)
	if err != nil || len(tasks) == most {
		return tasks, err
	}
	pending, err := t.store.Due(ctx, now, now.Add(lease), most-len(tasks), prefixes)
	if err != nil {
		return tasks, err
	}
	for _, p := range pending {
		if p.Err != nil {
			tasks = append(tasks, Task{Kind: TaskUnreadable, Game: p.Game, Err: p.Err})
			continue
		}
		kind, wait := p.Game.next(t.timing, p.Pings)
		if at := p.Game.At + wait.Milliseconds(); at <= now.UnixMilli() {
			tasks = append(tasks, Task{Kind: kind, Game: p.Game, At: at})
		} else if p.Game.Voting() {
			tasks = append(tasks, Task{Kind: TaskCount, Game: p.Game, At: now.UnixMilli()}) // somebody has voted
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
	t.asked(prefixes)
	next, ok, err := t.store.Next(ctx, prefixes)
	if ok {
		t.mu.Lock()
		defer t.mu.Unlock()
		for _, p := range prefixes {
			t.next[p] = min(t.next[p], next.UnixMilli())
		}
	}
	return next, ok, err
}

// asked notes that somebody asks what is next there, and has heard of nothing yet.
func (t *Table) asked(prefixes []string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, p := range prefixes {
		t.next[p] = math.MaxInt64
	}
}

// Wake gets a signal when something becomes due for a game earlier than [Table.Next]
// may have said. One signal may stand for several. A message that may have to be
// drawn again, [RedrawAfter] later, gives none.
func (t *Table) Wake() <-chan struct{} { return t.wake }

// announce gives a signal if the change has made something due earlier than Next has
// said of its place.
func (t *Table) announce(c Change) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, s := range c.Steps {
		if s.After.Phase != Over {
			t.announceDue(c.Place, s.Due)
		}
	}
}

// announceDue gives a signal if something is due in a place earlier than Next has said. The
// mutex is held.
func (t *Table) announceDue(at Place, due int64) {
	if !t.earlier(at, due) {
		return
	}
	select {
	case t.wake <- struct{}{}:
	default: // a signal waits already
	}
}

// earlier reports whether a time is before the one that somebody heard of for the
// place, and takes it for that from now on. The mutex is held.
func (t *Table) earlier(at Place, due int64) bool {
	earlier := false
	for prefix, next := range t.next {
		if strings.HasPrefix(string(at), prefix) && due < next {
			t.next[prefix], earlier = due, true
		}
	}
	return earlier
}
