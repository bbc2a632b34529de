package game

import (
	"context"
	"math"
	"strings"
	"time"
)

// Next is when something will be due in the places whose names begin with one of
// the prefixes, and false if nothing will. It may be too early. What tables of other
// processes do later may make something due sooner, and nobody tells this one.
func (t *Table) Next(ctx context.Context, a Agenda, prefixes []string) (time.Time, bool, error) {
	t.asked(prefixes)
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
// said of its place, other than that a message is drawn again.
func (t *Table) announce(c Change) {
	for _, s := range c.Steps {
		if s.After.Phase != Over {
			_, at := s.After.due(t.timing, c.Room.Settings.Pings)
			t.announceDue(c.Room.Place, at)
		}
	}
}

// announceDue gives a signal if something is due in a place earlier than Next has said, and takes
// that for what Next has said from now on.
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
	default: // a signal waits already
	}
}
