package game

import (
	"context"
	"testing"
	"time"

	"othellobot/rules"
)

// lateStore returns from a commit some time after others can see it, as a
// database does.
type lateStore struct {
	Store
	made, release chan struct{}
}

func (s *lateStore) Commit(ctx context.Context, c Change) error {
	err := s.Store.Commit(ctx, c)
	if c.Delivery == "late" {
		close(s.made)
		<-s.release
	}
	return err
}

// Whoever hears that a delivery is known sees what it has made.
func TestCachedShowsWhatIsKnown(t *testing.T) {
	store := &lateStore{Store: NewMemory(timing), made: make(chan struct{}), release: make(chan struct{})}
	table := NewTable(NewCached(store), timing)
	g := NewDuel(1, here, ana, bo, rules.Black, noon)
	if _, err := addTo(t.Context(), table, g, "first", noon); err != nil {
		t.Fatal(err)
	}
	moved, seen := make(chan error, 1), make(chan int, 1)
	go func() {
		_, _, err := updateIn(t.Context(), table, here, g.ID, "late", noon, func(g Game) (Game, []Event, error) {
			return g.Play(ana, g.Position().Legal().First(), noon)
		})
		moved <- err
	}()
	<-store.made
	go func() {
		known, err := table.Delivered(t.Context(), "late", noon)
		if !known || err != nil {
			t.Errorf("the delivery is known: %v, %v", known, err)
		}
		seen <- len(room(t, table, here).Active.Moves)
	}()
	time.AfterFunc(50*time.Millisecond, func() { close(store.release) }) // time to see what is too old
	if n := <-seen; n != 1 {
		t.Errorf("the delivery is known, and the game has %d moves", n)
	}
	if err := <-moved; err != nil {
		t.Error(err)
	}
}
