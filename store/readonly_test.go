package store

import (
	"bytes"
	"errors"
	"testing"

	"othellobot/game"
)

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
	if err := d.Check(t.Context()); !errors.Is(err, ErrReadOnly) {
		t.Errorf("a check finds %v", err)
	}
	for what, err := range map[string]error{
		"a change": commit(), "a check": d.Check(t.Context()),
		"a tombstone":     cached.Bury(t.Context(), game.Tombstone{Prefix: "p/"}),
		"an installation": databaseInstalls{d}.Save(t.Context(), "a", nil),
	} {
		if err == nil {
			t.Errorf("%s is made", what)
		}
	}
	wantVersion(t, cached, here, 0)
	readOnly("OFF")
	noError(t, d.Check(t.Context()))
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
