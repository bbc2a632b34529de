package exchange_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
)

func TestIntakeIsClosedAtFirst(t *testing.T) {
	var i exchange.Intake
	task := func(context.Context, chat.Handler) { t.Error("a task runs") }
	if i.IsOpen() || i.Do(task) || i.Follow(task) || i.Handler() != nil {
		t.Error("an intake that was never opened takes tasks on")
	}
}

func TestIntakeEndsOnceItsTasksHave(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var i exchange.Intake
		h := &handler{}
		end := i.Open(t.Context(), h)
		if !i.IsOpen() || i.Handler() != h {
			t.Fatal("it is not open")
		}
		followed := false
		i.Do(func(ctx context.Context, with chat.Handler) {
			if with != h {
				t.Error("another handler")
			}
			time.Sleep(time.Second)
			i.Follow(func(ctx context.Context, _ chat.Handler) {
				time.Sleep(time.Second)
				followed = ctx.Err() == nil
			})
		})
		began := time.Now()
		end(time.Minute)
		if took := time.Since(began); took != 2*time.Second || !followed {
			t.Errorf("it has ended after %v, with what followed %v", took, followed)
		}
		none := func(context.Context, chat.Handler) { t.Error("a task runs after the end") }
		if i.Do(none) || i.Follow(none) || i.IsOpen() {
			t.Error("it takes tasks on after the end")
		}
	})
}

func TestIntakeLosesItsPatience(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var i exchange.Intake
		end := i.Open(t.Context(), &handler{})
		i.Do(func(ctx context.Context, _ chat.Handler) { <-ctx.Done() })
		synctest.Wait()
		began := time.Now()
		if end(10 * time.Second); time.Since(began) != 10*time.Second {
			t.Errorf("it has ended after %v", time.Since(began))
		}
	})
}
