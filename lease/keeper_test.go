package lease_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/lease"
	"othellobot/store/memory"
)

const term = 9 * time.Second

// shared is a store in memory that can be made to fail.
type shared struct {
	*memory.Leases
	down bool
}

var errDown = errors.New("down")

func (s *shared) Renew(ctx context.Context, held []lease.Row, term time.Duration) ([]string, error) {
	if s.down {
		return nil, errDown
	}
	return s.Leases.Renew(ctx, held, term)
}

func newShared() *shared { return &shared{Leases: memory.NewLeases(time.Now)} }

func keep(s lease.Store, holder string) (k *lease.Keeper, lost *atomic.Int64) {
	began := time.Now()
	lost = new(atomic.Int64)
	return &lease.Keeper{
		Store: s, Holder: holder, Term: term,
		Elapsed: func() time.Duration { return time.Since(began) }, Lost: func() { lost.Add(1) },
	}, lost
}

func take(t *testing.T, k *lease.Keeper, name string) *lease.Hold {
	t.Helper()
	h, row, err := k.Take(t.Context(), name)
	if h == nil || err != nil {
		t.Fatalf("it is %+v, %v", row, err)
	}
	return h
}

func usable(t *testing.T, h *lease.Hold, want bool) {
	t.Helper()
	synctest.Wait()
	done := false
	select {
	case <-h.Done():
		done = true
	default:
	}
	if h.Usable() != want || done == want {
		t.Errorf("usable: %t, done: %t; want %t", h.Usable(), done, want)
	}
}

// A lease is usable for two thirds of its term, and a renewal gives the same time again.
func TestTwoThirds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShared()
		k, lost := keep(s, "ana")
		h := take(t, k, "a")
		time.Sleep(6*time.Second - 1)
		usable(t, h, true)
		if err := k.Renew(t.Context()); err != nil {
			t.Fatal(err)
		}
		time.Sleep(6*time.Second - 1)
		usable(t, h, true)
		s.down = true
		if err := k.Renew(t.Context()); !errors.Is(err, errDown) {
			t.Errorf("it is renewed: %v", err)
		}
		usable(t, h, true)
		time.Sleep(time.Nanosecond)
		usable(t, h, false)
		if n := lost.Load(); n != 1 {
			t.Errorf("%d are lost", n)
		}
		s.down = false
		if err := k.Renew(t.Context()); err != nil {
			t.Fatal(err)
		}
		usable(t, h, false)
		other, _ := keep(s, "bo")
		if h, row, err := other.Take(t.Context(), "a"); h != nil || row.Holder != "ana" || row.Left != 3*time.Second || err != nil {
			t.Errorf("the other keeper got %+v, %v", row, err)
		}
		time.Sleep(3 * time.Second)
		usable(t, take(t, other, "a"), true)
	})
}

// A hold ends at the next renewal if the store no longer has it.
func TestLostLease(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShared()
		k, lost := keep(s, "ana")
		kept, gone := take(t, k, "kept"), take(t, k, "gone")
		if _, err := s.Free(t.Context(), lease.Row{Name: "gone", Holder: "ana", Version: 1}, 0); err != nil {
			t.Fatal(err)
		}
		if err := k.Renew(t.Context()); err != nil {
			t.Fatal(err)
		}
		usable(t, kept, true)
		usable(t, gone, false)
		if n := lost.Load(); n != 1 {
			t.Errorf("%d are lost", n)
		}
	})
}

// StoredData returns new data only after a renewal has stored it, and the next holder gets the data.
func TestData(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newShared()
		k, lost := keep(s, "ana")
		h := take(t, k, "a")
		h.SetData("one")
		if got := h.StoredData(); got != "" {
			t.Errorf("%q is kept", got)
		}
		if err := k.Renew(t.Context()); err != nil {
			t.Fatal(err)
		}
		h.SetData("two")
		if got := h.StoredData(); got != "one" {
			t.Errorf("%q is kept", got)
		}
		if err := h.Free(t.Context(), time.Second); err != nil {
			t.Fatal(err)
		}
		usable(t, h, false)
		other, _ := keep(s, "bo")
		if h, row, err := other.Take(t.Context(), "a"); h != nil || row.Holder != "" || row.Left != time.Second || err != nil {
			t.Errorf("it is %+v, %v", row, err)
		}
		time.Sleep(time.Second)
		if h := take(t, other, "a"); h.StoredData() != "two" || h.Version() != 2 {
			t.Errorf("%q is left, and it is version %d", h.StoredData(), h.Version())
		}
		if n := lost.Load(); n != 0 {
			t.Errorf("%d are lost", n)
		}
	})
}

// A process that was suspended knows that its lease has ended before any timer fires.
func TestSuspended(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k, _ := keep(newShared(), "ana")
		ran := k.Elapsed
		var rested time.Duration
		k.Elapsed = func() time.Duration { return ran() + rested }
		h := take(t, k, "a")
		rested = time.Minute
		if h.Usable() {
			t.Error("it is usable after a minute")
		}
	})
}
