package store_test

import (
	"testing"
	"time"

	"othellobot/store"
	"othellobot/store/storetest"
)

// Only a server that several processes share has a clock for them.
func TestTime(t *testing.T) {
	s := open(t, storetest.Postgres(t), timing)
	before := time.Now()
	now, ok, err := s.Time(t.Context())
	if !ok || err != nil || now.Before(before.Add(-time.Second)) || now.After(time.Now().Add(time.Second)) { // it is on this machine
		t.Errorf("%v, %v, %v", now, ok, err)
	}
	later, _, err := s.Time(t.Context())
	if !later.After(now) || err != nil {
		t.Errorf("%v after %v, %v", later, now, err)
	}
	for _, url := range []string{"memory:", fileURL(t)} {
		if now, ok, err := open(t, url, timing).Time(t.Context()); ok || !now.IsZero() || err != nil {
			t.Errorf("%v, %v, %v", now, ok, err)
		}
	}
}

// Changes wait for the server's disk, and notes do not.
func TestNotesWaitForNoDisk(t *testing.T) {
	changes, notes, err := store.SynchronousCommit(t.Context(), open(t, storetest.Postgres(t), timing))
	if changes != "on" || notes != "off" || err != nil {
		t.Errorf("for changes %q, for notes %q, %v", changes, notes, err)
	}
}
