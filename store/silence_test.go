package store_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/store"
)

// TestSilentStore checks that users get answers while the store is silent, and that the runner keeps
// asking it. When new calls are answered again, the engine moves and players are reminded.
func TestSilentStore(t *testing.T) {
	for late := range 30 { // at any point of the runner's one-minute cycle
		if testing.Short() && late%3 > 0 {
			continue
		}
		t.Run(fmt.Sprint(late), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { endSilence(t, 10*time.Minute+time.Duration(late)*2*time.Second) })
		})
	}
}

func endSilence(t *testing.T, silence time.Duration) {
	kept := open(t, "sqlite:"+filepath.Join(t.TempDir(), "othello.db"), timing)
	hush := store.Hush(kept)
	s := newStage(t, kept)
	hush.Is.Store(true)
	began := time.Now()
	stop := s.run()
	s.isPrompt()
	time.Sleep(time.Minute)
	before := hush.Calls.Load()
	time.Sleep(time.Until(began.Add(silence)))
	if calls := hush.Calls.Load() - before; calls < int64((silence-2*time.Minute)/(20*time.Second)) {
		t.Errorf("in %v the runner has asked the store %d times", silence, calls)
	}
	if n := s.ran.count(); n > int(silence/(5*time.Second)) {
		t.Errorf("in %v the runner has written %d lines", silence, n)
	}
	hush.Is.Store(false)
	reachable := time.Now()
	s.goesOn(reachable)
	stop()
}
