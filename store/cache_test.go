package store

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/game"
)

const here game.Place = "p/team/here/"

var noon = time.Date(2026, time.January, 1, 12, 0, 0, 0, time.UTC)

// newDuel is a duel in its first version.
func newDuel(id game.ID, at game.Place) *game.Game {
	g := game.NewDuel(id, at, "p//ana", "p//bo", 0, noon)
	g.Version = 1
	return &g
}

// begin is the change that puts a game into its place.
func begin(g *game.Game) game.Change {
	return game.Change{Place: g.Place, Steps: []game.Step{{After: g, Due: g.At}}, Now: noon}
}

// next is the change of a game by nothing but its version.
func next(g *game.Game) game.Change {
	after := *g
	after.Version++
	return game.Change{
		Place: g.Place, Steps: []game.Step{{Before: g, After: &after, Due: g.At}}, Now: noon,
		Slots: []game.SlotChange{{Game: g.ID, Name: "board", Act: game.Reserve, Want: after.Version}},
	}
}

func commit(t *testing.T, s game.Store, c game.Change) *game.Game {
	t.Helper()
	if _, err := s.Commit(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	return c.Steps[0].After
}

// wantVersion fails the test unless the game that runs in a place has it; 0: none
// runs.
func wantVersion(t *testing.T, s game.Store, at game.Place, want uint32) {
	t.Helper()
	room, _, err := s.Load(t.Context(), at, "")
	if err != nil {
		t.Fatal(err)
	}
	if g := room.Active; (g == nil) != (want == 0) || g != nil && g.Version != want {
		t.Errorf("in %s runs %+v, want version %d", at, g, want)
	}
}

// countingReader counts queries, and stops after one if it is told to.
type countingReader struct {
	reader
	asked atomic.Int64
	after func() // a query; may be nil
}

func (r *countingReader) query(ctx context.Context, query string, args []any, row func(scan) error) error {
	r.asked.Add(1)
	err := r.reader.query(ctx, query, args, row)
	if r.after != nil {
		r.after()
	}
	return err
}

// newCounted is a cache over a fresh database, with the reads below it counted.
func newCounted(t *testing.T, most int) (*cache, *countingReader) {
	_, d := newWriter(t)
	r := &countingReader{reader: d.read}
	d.read = r
	return newCache(d, most), r
}

func TestCacheReadsOnce(t *testing.T) {
	c, r := newCounted(t, 9)
	g := commit(t, c, begin(newDuel(1, here)))
	want := func(reads int64) {
		t.Helper()
		if n := r.asked.Swap(0); n != reads {
			t.Errorf("%d reads, want %d", n, reads)
		}
	}
	wantVersion(t, c, here, 1)
	want(1)
	g = commit(t, c, next(g))
	if _, err := c.Note(t.Context(), game.Note{Place: here, Game: 1, Slot: "board", Post: 2, Shown: 2, Ref: "m"}); err != nil {
		t.Error(err)
	}
	room, _, err := c.Load(t.Context(), here, "")
	if s, _ := room.Slot(1, "board"); err != nil || s.Ref != "m" || room.Active != g {
		t.Errorf("the room is %+v, %v", room, err)
	}
	want(0)
	for range 2 {
		if _, seen, err := c.Load(t.Context(), here, "d"); seen.Known || err != nil {
			t.Errorf("%+v, %v", seen, err)
		}
		want(1)
	}
	if _, seen, err := c.Load(t.Context(), "p/team/cold/", "d"); seen.Known || err != nil {
		t.Errorf("%+v, %v", seen, err)
	}
	want(1)
}

// A change that does not fit has the room read again: perhaps it was wrong.
func TestCacheHeals(t *testing.T) {
	c, _ := newCounted(t, 9)
	old := commit(t, c, begin(newDuel(1, here)))
	wantVersion(t, c, here, 1)
	commit(t, c.database, next(old)) // behind its back
	wantVersion(t, c, here, 1)
	if _, err := c.Commit(t.Context(), next(old)); !errors.Is(err, game.ErrStale) {
		t.Errorf("%v, want stale", err)
	}
	wantVersion(t, c, here, 2)
}

// lingering is a writer that does what it is given when end is closed, whether or
// not somebody waits for it.
type lingering struct {
	transactor
	end chan struct{}
}

func (l lingering) advance(ctx context.Context, m move) ([]game.Slot, bool, error) {
	return nil, false, l.later(ctx, func(ctx context.Context) error {
		_, _, err := l.transactor.advance(ctx, m)
		return err
	})
}

func (l lingering) note(ctx context.Context, queries []string, args []any, row func(scan) error) error {
	return l.later(ctx, func(ctx context.Context) error { return l.transactor.note(ctx, queries, args, row) })
}

func (l lingering) later(ctx context.Context, do func(context.Context) error) error {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		<-l.end
		_ = do(context.WithoutCancel(ctx)) // nobody waits
	}()
	<-ctx.Done()
	return &unfinishedError{err: ctx.Err(), wait: func() { <-ended }}
}

// Who does not wait for a change is let go, and the next one who asks waits until
// it is made. What is elsewhere is not held up.
func TestCacheLetsGo(t *testing.T) {
	const elsewhere game.Place = "p/team/elsewhere/"
	message := game.Note{Place: here, Game: 1, Slot: "board", Post: 2, Shown: 2, Ref: "m"}
	for what, test := range map[string]struct {
		give func(ctx context.Context, c *cache, g *game.Game) error
		want game.Slot
	}{
		"change": {
			func(ctx context.Context, c *cache, g *game.Game) error {
				_, err := c.Commit(ctx, next(g))
				return err
			},
			game.Slot{Game: 1, Name: "board", Post: 3, Want: 3, State: game.Sending, Redraw: noon.Add(game.RedrawAfter).UnixMilli()},
		},
		"note": {
			func(ctx context.Context, c *cache, _ *game.Game) error {
				_, err := c.Note(ctx, message)
				return err
			},
			game.Slot{Game: 1, Name: "board", Post: 2, Want: 2, Shown: 2, Ref: "m"},
		},
	} {
		t.Run(what, func(t *testing.T) {
			c, _ := newCounted(t, 9)
			g := commit(t, c, next(commit(t, c, begin(newDuel(1, here)))))
			wantVersion(t, c, here, 2)
			writer, end := c.write, make(chan struct{})
			c.write = lingering{writer, end}
			short, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
			defer cancel()
			if err := test.give(short, c, g); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%v", err)
			}
			c.write = writer
			if _, err := c.Commit(short, next(g)); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("another change in the place: %v", err)
			}
			wantVersion(t, c, elsewhere, 0)
			close(end)
			done, err := c.turn(t.Context(), here)
			if err != nil {
				t.Fatal(err)
			}
			done()
			room, _, err := c.Load(t.Context(), here, "")
			if got, _ := room.Slot(1, "board"); got != test.want || room.Active.Version != max(2, test.want.Post) || err != nil {
				t.Errorf("the room is %+v, %v", room, err)
			}
		})
	}
}

// A room that was read before its place was purged or cleaned does not stay.
func TestCacheWhileForgetting(t *testing.T) {
	for what, forget := range map[string]func(c *cache) error{
		"purge": func(c *cache) error {
			tombstone := game.Tombstone{Prefix: "p/team/", Since: noon, Confirm: noon}
			err := errors.Join(c.Bury(t.Context(), tombstone), c.Bury(t.Context(), tombstone))
			_, failed := c.Purge(t.Context(), noon)
			return errors.Join(err, failed)
		},
		"clean": func(c *cache) error { return c.Clean(t.Context(), noon.Add(time.Hour)) },
	} {
		t.Run(what, func(t *testing.T) {
			c, r := newCounted(t, 9)
			over, _, err := newDuel(1, here).Resign("p//ana", noon)
			if err != nil {
				t.Fatal(err)
			}
			commit(t, c, begin(&over))
			r.after = func() {
				r.after = nil
				if err := forget(c); err != nil {
					t.Error(err)
				}
			}
			if room, _, err := c.Load(t.Context(), here, ""); room.Last == nil || err != nil {
				t.Fatalf("read was %+v, %v", room, err)
			}
			for range 2 {
				if room, _, err := c.Load(t.Context(), here, ""); room.Last != nil || err != nil {
					t.Errorf("kept is %+v, %v", room, err)
				}
			}
		})
	}
}

// There are never more rooms than fit, and those that are asked for stay.
func TestRoomsAreBounded(t *testing.T) {
	r := newRooms(10)
	favourite := game.Place("favourite")
	r.put(game.Room{Place: favourite})
	lost := 0
	for n := range 1000 {
		if _, ok := r.find(favourite); !ok {
			lost++
			r.put(game.Room{Place: favourite})
		}
		r.put(game.Room{Place: game.Place(fmt.Sprint(n))})
		if n%7 == 0 {
			r.drop(game.Place(fmt.Sprint(n - 3)))
		}
		if len(r.ring) > 10 || len(r.ring) != len(r.byPlace) {
			t.Fatalf("%d rooms, %d by their places", len(r.ring), len(r.byPlace))
		}
		for i, k := range r.ring {
			if k.at != i || r.byPlace[k.room.Place] != k {
				t.Fatalf("%s is in the wrong position", k.room.Place)
			}
		}
	}
	if lost > 0 {
		t.Errorf("a room that is asked for all the time was lost %d times", lost)
	}
}

// A note waits for a change to be committed with, and not for ever.
func TestNotesWaitForCompany(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, d := newWriter(t)
		sync := func() (level int) {
			if err := w.conn.QueryRowContext(t.Context(), "PRAGMA synchronous").Scan(&level); err != nil {
				t.Error(err)
			}
			return level
		}
		if sync() != 1 {
			t.Errorf("before the first change synchronous is %d", sync())
		}
		began := time.Now()
		noted := make(chan error, 1)
		note := func(name string) {
			noted <- w.note(t.Context(), []string{`INSERT INTO installs (name, data) VALUES ($1, 'x')`}, []any{name}, nil)
		}
		go note("a")
		synctest.Wait()
		wantErrors(t, []error{w.transact(t.Context(), saving("b")), <-noted}, nil, nil)
		if waited := time.Since(began); waited > 0 || sync() != 2 {
			t.Errorf("with a change it took %v, and synchronous is %d", waited, sync())
		}
		go note("c")
		wantErrors(t, []error{<-noted}, nil)
		if waited := time.Since(began); waited != noteCompany || sync() != 1 {
			t.Errorf("alone it took %v, and synchronous is %d", waited, sync())
		}
		wantErrors(t, []error{w.transact(t.Context(), saving("d"))}, nil)
		if sync() != 2 {
			t.Errorf("for a change synchronous is %d", sync())
		}
		wantSaved(t, d, "a", "b", "c", "d")
	})
}
