package discord

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/chat"
)

func TestIntakeIsClosedBeforeItsTime(t *testing.T) {
	var i intake
	if i.isOpen() || i.current() != nil {
		t.Error("the zero intake is open")
	}
	if i.do(func(context.Context, chat.Handler) { t.Error("a task runs") }) {
		t.Error("the zero intake takes a task on")
	}
}

func TestIntakeWaitsForItsWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var i intake
		h := answers()
		end := i.open(t.Context(), h)
		if !i.isOpen() || i.current() != h {
			t.Error("an opened intake is not open, or for another handler")
		}
		var done atomic.Int64
		for range 3 {
			taken := i.do(func(ctx context.Context, got chat.Handler) {
				time.Sleep(3 * time.Second)
				if got != h || ctx.Err() != nil {
					t.Errorf("a task has the handler %v and the error %v", got, ctx.Err())
				}
				done.Add(1)
			})
			if !taken {
				t.Error("an open intake refuses a task")
			}
		}
		began := time.Now()
		end(10 * time.Second)
		if took := time.Since(began); done.Load() != 3 || took != 3*time.Second {
			t.Errorf("the end came after %v with %d of 3 tasks done", took, done.Load())
		}
		if i.do(func(context.Context, chat.Handler) { t.Error("a task runs after the end") }) || i.isOpen() {
			t.Error("the intake is open after the end")
		}
	})
}

func TestIntakeCancelsWhatTakesTooLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var i intake
		end := i.open(t.Context(), answers())
		i.do(func(ctx context.Context, _ chat.Handler) { <-ctx.Done() })
		began := time.Now()
		end(10 * time.Second)
		if took := time.Since(began); took != 10*time.Second {
			t.Errorf("the end took %v, want the patience of 10s", took)
		}
	})
}

// No task is taken on that the end does not wait for.
func TestIntakeEndsWhileTasksCome(t *testing.T) {
	var i intake
	end := i.open(t.Context(), answers())
	var taken, done atomic.Int64
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for i.do(func(context.Context, chat.Handler) { done.Add(1) }) {
				taken.Add(1)
			}
		})
	}
	end(time.Minute)
	atEnd := done.Load()
	all.Wait()
	if atEnd != done.Load() || taken.Load() != done.Load() {
		t.Errorf("%d tasks were taken, %d done at the end and %d after it", taken.Load(), atEnd, done.Load())
	}
}
