package game

import (
	"context"
	"math"
	"strings"
	"time"
)

// Next returns the time of the next task in places whose names begin with one of the prefixes, or
// false without a task. The time may be too early. It is too late if another process makes a task due
// earlier.
func (t *Table) Next(ctx context.Context, a Agenda, prefixes []string) (time.Time, bool, error) {
	t.mu.Lock()
	for _, p := range prefixes {
		t.next[p] = math.MaxInt64
	}
	t.mu.Unlock()
	next, ok, err := a.Next(ctx, prefixes)
	if ok {
		t.mu.Lock()
		defer t.mu.Unlock()
		for _, p := range prefixes {
			t.next[p] = min(t.next[p], next.UnixMilli())
		}
	}
	return next, ok, err
}

// Wake returns a channel that receives a signal when this process makes a task due earlier than
// [Table.Next] may have returned. One signal may stand for several. Redraws send no signal.
func (t *Table) Wake() <-chan struct{} { return t.wake }

// announce sends a signal if the change makes a task, other than a redraw, due earlier than expected.
func (t *Table) announce(c Change) {
	for _, s := range c.Steps {
		if s.After.Phase != Over {
			_, at := s.After.due(t.timing, c.Room.Settings.Pings)
			t.announceDue(c.Room.Place, at)
		}
	}
}

// announceDue sends a signal if due is earlier than a time that Next has returned for the place.
func (t *Table) announceDue(at Place, due int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	earlier := false
	for prefix, next := range t.next {
		if strings.HasPrefix(string(at), prefix) && due < next {
			t.next[prefix], earlier = due, true
		}
	}
	if !earlier {
		return
	}
	select {
	case t.wake <- struct{}{}:
	default: // a signal is already waiting
	}
}
