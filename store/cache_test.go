package store

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/game"
)

const here game.Place = "p/team/here/"

var noon = time.Date(2026, time.January, 1, 12, 0, 0, 0, time.UTC)

func roomOf(at game.Place, version int64) game.Room {
	g := game.NewDuel(1, at, "p//ana", "p//bo", 0, noon)
	g.Version = uint32(version)
	return game.Room{Place: at, Version: version, Active: &g}
}

func next(r game.Room) game.Change {
	return game.Change{Before: r.Version, Room: roomOf(r.Place, r.Version+1), Due: noon.UnixMilli(), Now: noon}
}

func noError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func save(t *testing.T, s game.Store, c game.Change) game.Room {
	t.Helper()
	noError(t, s.Save(t.Context(), c))
	return c.Room
}

func wantVersion(t *testing.T, s game.Store, at game.Place, want int64) {
	t.Helper()
	if room, err := s.Load(t.Context(), at, ""); room.Version != want || (room.Active == nil) != (want == 0) || err != nil {
		t.Errorf("in %s is %+v, %v; want version %d", at, room, err, want)
	}
}

type countingReader struct {
	reader
	asked atomic.Int64
	after func() // may be nil
}

func (r *countingReader) query(ctx context.Context, query string, args []any, row func(scan) error) error {
	r.asked.Add(1)
	err := r.reader.query(ctx, query, args, row)
	if r.after != nil {
		r.after()
	}
	return err
}

func newCounted(t *testing.T, most int) (*cache, *countingReader) {
	_, d := newWriter(t)
	r := &countingReader{reader: d.read}
	d.read = r
	return newCache(d, most), r
}

func TestCacheReadsOnce(t *testing.T) {
	c, r := newCounted(t, 9)
	wantVersion(t, c, here, 0)
	room := game.Room{Place: here}
	for version := range int64(3) {
		room = save(t, c, next(room))
		wantVersion(t, c, here, version+1)
	}
	thread := save(t, c, next(game.Room{Place: here + "thread"}))
	if channel, err := c.Load(t.Context(), here, "d"); !channel.Threads || err != nil {
		t.Errorf("the channel is %+v, %v", channel, err)
	}
	save(t, c, next(thread))
	wantVersion(t, c, here, 3)
	if n := r.asked.Load(); n != 3 {
		t.Errorf("%d reads, want one, and two for what changed in a thread", n)
	}
}

// TestCacheHeals checks that a stale save makes the cache read the room again.
func TestCacheHeals(t *testing.T) {
	c, _ := newCounted(t, 9)
	room := save(t, c, next(game.Room{Place: here}))
	wantVersion(t, c, here, 1)
	save(t, c.database, next(room)) // bypassing the cache
	wantVersion(t, c, here, 1)
	if err := c.Save(t.Context(), next(room)); !errors.Is(err, game.ErrStale) {
		t.Errorf("%v, want stale", err)
	}
	wantVersion(t, c, here, 2)
}

// lingering is a writer that makes its change only when end is closed, even if the caller has given up.
type lingering struct {
	transactor
	end chan struct{}
}

func (l lingering) transact(ctx context.Context, light bool, do func(context.Context, session) error) error {
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		<-l.end
		_ = l.transactor.transact(context.WithoutCancel(ctx), light, do)
	}()
	<-ctx.Done()
	return &unfinishedError{error: ctx.Err(), wait: func() { <-ended }}
}

// TestCacheLetsGo checks that the cache notices a change that its caller gave up on.
func TestCacheLetsGo(t *testing.T) {
	c, _ := newCounted(t, 9)
	room := save(t, c, next(game.Room{Place: here}))
	writer, end := c.write, make(chan struct{})
	c.write = lingering{writer, end}
	short, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if err := c.Save(short, next(room)); !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, game.ErrNotStored) {
		t.Errorf("%v", err)
	}
	c.write = writer
	wantVersion(t, c, here, 1)
	close(end)
	for began := time.Now(); time.Since(began) < 5*time.Second; time.Sleep(time.Millisecond) {
		if room, err := c.Load(t.Context(), here, ""); room.Version == 2 || err != nil {
			break
		}
	}
	wantVersion(t, c, here, 2)
}

// TestCacheWhileForgetting checks that the cache does not get a room that was read before a purge.
func TestCacheWhileForgetting(t *testing.T) {
	c, r := newCounted(t, 9)
	save(t, c, next(game.Room{Place: here}))
	r.after = func() {
		r.after = nil
		tombstone := game.Tombstone{Prefix: "p/team/", Since: noon, Confirm: noon}
		_, err := c.Clean(t.Context(), noon)
		noError(t, errors.Join(c.Bury(t.Context(), tombstone), c.Bury(t.Context(), tombstone), err))
		if _, err := c.Clean(t.Context(), noon); err != nil {
			t.Error(err)
		}
	}
	wantVersion(t, c, here, 1)
	for range 2 {
		wantVersion(t, c, here, 0)
	}
}

// TestCacheUnderTombstone checks that a room under a tombstone is read each time.
func TestCacheUnderTombstone(t *testing.T) {
	c, r := newCounted(t, 9)
	want := func(buried, condemned bool, reads int64) {
		t.Helper()
		before := r.asked.Load()
		for range 2 {
			if room, err := c.Load(t.Context(), here, ""); room.HasTombstone != buried || room.Condemned != condemned || err != nil {
				t.Errorf("the room is %+v, %v", room, err)
			}
		}
		if n := r.asked.Load() - before; n != reads {
			t.Errorf("%d reads, want %d", n, reads)
		}
	}
	bury := func() error {
		return c.Bury(t.Context(), game.Tombstone{Prefix: string(here), Since: noon, Confirm: noon})
	}
	want(false, false, 1)
	errs := []error{bury()}
	want(true, false, 2)
	errs = append(errs, c.Revive(t.Context(), string(here)))
	want(false, false, 1)
	errs = append(errs, bury(), bury())
	want(true, true, 2)
	_, err := c.Clean(t.Context(), noon.Add(game.PurgeGrace))
	want(false, false, 1)
	noError(t, errors.Join(append(errs, err)...))
}

// TestCacheIsNotTrustedForLong checks that changes by another process are seen in time, even without Due.
func TestCacheIsNotTrustedForLong(t *testing.T) {
	c, r := newCounted(t, 9)
	room := save(t, c, next(game.Room{Place: here}))
	wantVersion(t, c, here, 1)
	save(t, c.database, next(room)) // bypassing the cache
	wantVersion(t, c, here, 1)
	c.checked = time.Now().Add(-maxAge)
	wantVersion(t, c, here, 2)
	if _, err := c.Due(t.Context(), noon, noon, 1, []string{"p/"}); err != nil {
		t.Fatal(err)
	}
	wantVersion(t, c, here, 2)
	before := r.asked.Load()
	wantVersion(t, c, here, 2)
	if n := r.asked.Load() - before; n > 0 {
		t.Errorf("%d reads of a room that is in the cache again", n)
	}
}

// TestCacheForgetsOlderVersions checks that a room read after Versions is at least as new.
func TestCacheForgetsOlderVersions(t *testing.T) {
	c, r := newCounted(t, 9)
	room := save(t, c, next(game.Room{Place: here}))
	other := save(t, c, next(game.Room{Place: "p/team/there/"}))
	wantVersion(t, c, here, 1)
	wantVersion(t, c, other.Place, 1)
	save(t, c.database, next(room)) // bypassing the cache
	want := map[game.Place]int64{here: 2, other.Place: 1}
	if got, err := c.Versions(t.Context(), []game.Place{here, other.Place}); !maps.Equal(got, want) || err != nil {
		t.Errorf("the versions are %v, %v; want %v", got, err, want)
	}
	before := r.asked.Load()
	wantVersion(t, c, here, 2)
	wantVersion(t, c, other.Place, 1)
	if n := r.asked.Load() - before; n != 1 {
		t.Errorf("%d rooms are read again, want the changed one only", n)
	}
	r.after = func() { // while the query runs, the room changes
		r.after = nil
		save(t, c.database, next(roomOf(here, 2)))
		_, err := c.Versions(t.Context(), []game.Place{here})
		noError(t, err)
	}
	c.drop(string(here))
	wantVersion(t, c, here, 2)
	wantVersion(t, c, here, 3)
}

func TestRoomsAreBounded(t *testing.T) {
	c, r := newCounted(t, 10)
	for n := range 100 {
		at := game.Place(fmt.Sprint("p/", n, "/"))
		for range 2 {
			wantVersion(t, c, at, 0)
		}
		if len(c.rooms) > 10 {
			t.Fatalf("%d rooms", len(c.rooms))
		}
	}
	if n := r.asked.Load(); n != 100 {
		t.Errorf("100 places were read %d times", n)
	}
}

// TestLightWaitsForNoDisk checks that only groups of light changes skip the wait for the disk.
func TestLightWaitsForNoDisk(t *testing.T) { synctest.Test(t, lightWaitsForNoDisk) }

func lightWaitsForNoDisk(t *testing.T) {
	w, d := newWriter(t)
	want := func(what string, level int) {
		t.Helper()
		var found int
		if err := w.conn.QueryRowContext(t.Context(), "PRAGMA synchronous").Scan(&found); err != nil || found != level {
			t.Errorf("%s synchronous is %d, %v; want %d", what, found, err, level)
		}
	}
	light := func(name string) *job { return &job{ctx: context.Background(), do: saving(name), light: true} }
	want("before the first change", 1)
	wantErrors(t, together(t, w, light("a"), jobOf(saving("b"))), nil, nil)
	want("with a change", 2)
	wantErrors(t, together(t, w, light("c"), light("d")), nil, nil)
	want("alone", 1)
	wantErrors(t, []error{w.transact(t.Context(), false, saving("e"))}, nil)
	want("for a change", 2)
	wantSaved(t, d, "a", "b", "c", "d", "e")
}
