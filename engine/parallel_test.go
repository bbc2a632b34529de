package engine

import (
	"context"
	"testing"

	"go.uber.org/goleak"
)

// TestThreadsSolveAlike solves positions with one thread and with three. The tables are
// small enough for threads to overwrite each other's boards. They also hold leftovers of
// aborted searches.
func TestThreadsSolveAlike(t *testing.T) {
	seeds, empties := uint64(4), 18
	if testing.Short() {
		seeds = 2
	}
	one, three := NewSearcher(Trained(), testMemory), NewSearcher(Trained(), testMemory/16)
	three.Threads(3)
	three.Keep()
	shared := false
	for seed := range seeds {
		p, ok := midway(t, level(3), seed, empties)
		if !ok {
			continue
		}
		for _, goal := range []Goal{Margin, Outcome} {
			for nodes := uint64(20_000); nodes < 200_000; nodes += 20_000 {
				three.Solve(t.Context(), p, goal, Limits{Nodes: nodes})
			}
			want, got := one.Solve(t.Context(), p, goal, Limits{}), three.Solve(t.Context(), p, goal, Limits{})
			if !got.Exact || got.Value != want.Value {
				t.Fatalf("seed %d: %+v, want %+v", seed, got, want)
			}
			if q := play(t, p, got.Square); !q.Over() && goal == Margin {
				held := one.Solve(t.Context(), q, goal, Limits{}).Value
				if q.ToMove != p.ToMove {
					held = -held
				}
				if held != want.Value {
					t.Errorf("seed %d: %v holds %v, want %v", seed, got.Square, held, want.Value)
				}
			}
			shared = shared || got.Nodes != want.Nodes
		}
	}
	if !shared || len(three.crew.free) == 0 {
		t.Error("one thread has searched alone")
	}
	if len(three.crew.idle) != cap(three.crew.idle)-1 {
		t.Errorf("%d threads are idle of %d", len(three.crew.idle), cap(three.crew.idle)-1)
	}
}

// TestThreadsGiveUp ends searches at all times and checks that no thread is left.
func TestThreadsGiveUp(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	s := NewSearcher(Trained(), testMemory)
	s.Threads(3)
	for seed := range uint64(4) {
		p, ok := midway(t, level(3), seed, 26)
		if !ok {
			continue
		}
		ctx, cancel := context.WithTimeout(t.Context(), thinkingTime)
		if found := s.Solve(ctx, p, Margin, Limits{}); found.Exact || !p.Legal().Has(found.Square) {
			t.Errorf("seed %d: %+v", seed, found)
		}
		cancel()
		if found := s.Solve(t.Context(), p, Margin, Limits{Nodes: 300_000}); found.Exact || found.Nodes > 300_000+12*pollEvery {
			t.Errorf("seed %d: %+v", seed, found)
		}
	}
}
