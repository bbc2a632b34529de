package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/game"
)

func newWriter(t *testing.T) (*groupWriter, *database) {
	t.Helper()
	s, err := Open(t.Context(), "sqlite:"+filepath.Join(t.TempDir(), "othello.db"), game.Timing{Retention: time.Hour}, slog.New(slog.DiscardHandler))
	noError(t, err)
	t.Cleanup(func() {
		noError(t, s.Close())
	})
	d := s.db
	return d.write.(*groupWriter), d
}

func saving(name string) func(context.Context, session) error {
	return func(ctx context.Context, s session) error {
		_, err := s.exec(ctx, `INSERT INTO installs (name, data) VALUES ($1, 'x')`, name)
		return err
	}
}

func wantSaved(t *testing.T, d *database, want ...string) {
	t.Helper()
	left := make(map[string]bool)
	for _, name := range want {
		left[name] = true
	}
	err := d.read.query(context.Background(), `SELECT name FROM installs`, nil, func(scan scan) error {
		var name string
		err := scan(&name)
		if !left[name] {
			t.Errorf("%q is kept", name)
		}
		delete(left, name)
		return err
	})
	if err != nil || len(left) > 0 {
		t.Errorf("not kept: %v, %v", left, err)
	}
}

// together passes jobs to a busy writer, so that they form one group. It must run in a synctest bubble.
func together(t *testing.T, w *groupWriter, jobs ...*job) []error {
	t.Helper()
	free := make(chan struct{})
	first := jobOf(func(context.Context, session) error {
		<-free
		return nil
	})
	results := make([]error, len(jobs)+1)
	var group sync.WaitGroup
	for i, j := range append([]*job{first}, jobs...) {
		group.Go(func() { results[i] = w.await(j) })
		synctest.Wait()
	}
	close(free)
	group.Wait()
	wantErrors(t, results[:1], nil)
	return results[1:]
}

func jobOf(do func(context.Context, session) error) *job {
	return &job{ctx: context.Background(), do: do}
}

func wantErrors(t *testing.T, got []error, want ...error) {
	t.Helper()
	for i := range got {
		if !errors.Is(got[i], want[i]) {
			t.Errorf("job %d: %v, want %v", i, got[i], want[i])
		}
	}
}

var errMine = errors.New("mine")

// TestFailsAlone checks that a failed job changes nothing for the others in its group.
func TestFailsAlone(t *testing.T) { synctest.Test(t, failsAlone) }

func failsAlone(t *testing.T) {
	w, d := newWriter(t)
	conflict := jobOf(saving("a"))
	failing := jobOf(func(ctx context.Context, s session) error {
		return errors.Join(saving("b")(ctx, s), errMine)
	})
	results := together(t, w, jobOf(saving("a")), failing, conflict, jobOf(saving("c")))
	wantErrors(t, results[:2], nil, errMine)
	wantErrors(t, results[3:], nil)
	if results[2] == nil {
		t.Errorf("a second a: %v", results[2])
	}
	wantSaved(t, d, "a", "c")
}

// TestFailsTogether checks that every job of a failed group gets the error, even a refused one.
func TestFailsTogether(t *testing.T) { synctest.Test(t, failsTogether) }

func failsTogether(t *testing.T) {
	w, d := newWriter(t)
	refused := jobOf(func(ctx context.Context, s session) error {
		found := false
		err := s.query(ctx, `SELECT 1 FROM installs WHERE name = 'a'`, nil, func(scan) error {
			found = true
			return nil
		})
		if found {
			return game.ErrDuplicate
		}
		return err
	})
	ending := jobOf(func(ctx context.Context, s session) error {
		_, err := s.exec(ctx, "ROLLBACK") // as SQLite does when the disk is full
		return err
	})
	results := together(t, w, jobOf(saving("a")), refused, ending, jobOf(saving("b")))
	for i, err := range results {
		if err == nil || errors.Is(err, game.ErrDuplicate) {
			t.Errorf("job %d: %v", i, err)
		}
	}
	wantSaved(t, d)
	wantErrors(t, together(t, w, jobOf(saving("c"))), nil)
	wantSaved(t, d, "c")
}

// TestNotBegun checks that a job is skipped if its caller gave up before the job began.
func TestNotBegun(t *testing.T) { synctest.Test(t, notBegun) }

func notBegun(t *testing.T) {
	w, d := newWriter(t)
	ctx, cancel := context.WithCancel(t.Context())
	first := jobOf(func(ctx context.Context, s session) error {
		cancel()
		return saving("a")(ctx, s)
	})
	gone := &job{ctx: ctx, do: saving("b")}
	wantErrors(t, together(t, w, first, gone, jobOf(saving("c"))), nil, context.Canceled, nil)
	wantSaved(t, d, "a", "c")
}

// TestLetGo checks that a caller can give up at once, and that the job still completes.
func TestLetGo(t *testing.T) {
	w, d := newWriter(t)
	ctx, cancel := context.WithCancel(t.Context())
	free := make(chan struct{})
	err := w.transact(ctx, false, func(ctx context.Context, s session) error {
		cancel()
		<-free
		return saving("a")(ctx, s)
	})
	wantErrors(t, []error{err}, context.Canceled)
	close(free)
	wantErrors(t, []error{w.transact(t.Context(), false, saving("b"))}, nil)
	wantSaved(t, d, "a", "b")
}

// TestManyInGroups checks that a full group is committed.
func TestManyInGroups(t *testing.T) { synctest.Test(t, manyInGroups) }

func manyInGroups(t *testing.T) {
	w, d := newWriter(t)
	var jobs []*job
	var want []string
	for n := range maxGroup {
		jobs, want = append(jobs, jobOf(saving(fmt.Sprint(n)))), append(want, fmt.Sprint(n))
	}
	for i, err := range together(t, w, jobs...) {
		if err != nil {
			t.Errorf("job %d: %v", i, err)
		}
	}
	wantSaved(t, d, want...)
	full := &groupWriter{jobs: make(chan *job)}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	wantErrors(t, []error{full.transact(ctx, false, saving("x"))}, context.Canceled)
}

// TestCloseDrains checks that Close completes the accepted jobs and refuses new ones.
func TestCloseDrains(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		url := "sqlite:" + filepath.Join(t.TempDir(), "othello.db")
		s, err := Open(t.Context(), url, game.Timing{}, slog.New(slog.DiscardHandler))
		noError(t, err)
		w := s.db.write.(*groupWriter)
		free := make(chan struct{})
		first := jobOf(func(ctx context.Context, s session) error {
			<-free
			return saving("a")(ctx, s)
		})
		results := make([]error, 3)
		var handed sync.WaitGroup
		for i, j := range []*job{first, jobOf(saving("b")), jobOf(saving("c"))} {
			handed.Go(func() { results[i] = w.await(j) })
			synctest.Wait()
		}
		closed := make(chan error, 1)
		go func() { closed <- s.Close() }()
		synctest.Wait()
		wantErrors(t, []error{w.transact(t.Context(), false, saving("d")), s.Check(t.Context())}, errClosed, errClosed)
		select {
		case err := <-closed:
			t.Errorf("closed before all was done: %v", err)
		default:
		}
		close(free)
		handed.Wait()
		wantErrors(t, results, nil, nil, nil)
		noError(t, <-closed)

		again, err := Open(t.Context(), url, game.Timing{}, slog.New(slog.DiscardHandler))
		noError(t, err)
		defer again.Close()
		wantSaved(t, again.db, "a", "b", "c")
	})
}

// TestReadOnly checks a database that cannot be written for a while.
func TestReadOnly(t *testing.T) {
	w, d := newWriter(t)
	readOnly := func(on string) {
		t.Helper()
		if _, err := w.conn.ExecContext(t.Context(), "PRAGMA query_only = "+on); err != nil {
			t.Fatal(err)
		}
	}
	cached := newCache(d, 9)
	commit := func() error { return cached.Save(t.Context(), next(game.Room{Place: here})) }
	readOnly("ON")
	if err := (Operators{d}).Check(t.Context()); !errors.Is(err, ErrReadOnly) {
		t.Errorf("a check finds %v", err)
	}
	for what, err := range map[string]error{
		"a change": commit(), "a check": Operators{d}.Check(t.Context()),
		"a tombstone":     cached.Bury(t.Context(), game.Tombstone{Prefix: "p/"}),
		"an installation": databaseInstalls{d}.Save(t.Context(), "a", nil),
	} {
		if err == nil {
			t.Errorf("%s is made", what)
		}
	}
	wantVersion(t, cached, here, 0)
	readOnly("OFF")
	noError(t, Operators{d}.Check(t.Context()))
	noError(t, commit())
	wantVersion(t, cached, here, 1)
}

// TestFullHeals checks that changes succeed again once a full disk has space.
func TestFullHeals(t *testing.T) {
	w, d := newWriter(t)
	limit := func(pages string) {
		t.Helper()
		if _, err := w.conn.ExecContext(t.Context(), "PRAGMA max_page_count = "+pages); err != nil {
			t.Fatal(err)
		}
	}
	save := func() error { return databaseInstalls{d}.Save(t.Context(), "a", bytes.Repeat([]byte("x"), 1<<20)) }
	limit("1") // no more than the pages in use
	if err := save(); !errors.Is(err, ErrFull) || w.guard.damaged() != nil {
		t.Errorf("saved: %v; damaged: %v", err, w.guard.damaged())
	}
	limit("1000000")
	noError(t, save())
}

// TestScrubLetsGo checks that a caller waits no longer than its context, even behind many others.
func TestScrubLetsGo(t *testing.T) {
	s := &scrubber{requests: make(chan chan struct{}, maxScrubs), done: make(chan struct{})} // nothing receives the requests
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for range maxScrubs + 2 {
		if err := s.scrub(ctx); !errors.Is(err, context.Canceled) {
			t.Fatalf("%v", err)
		}
	}
}
