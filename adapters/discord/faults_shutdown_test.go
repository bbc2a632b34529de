package discord_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"othellobot/chat"
)

// What was begun before the end is ended as if nothing were, and what comes later
// is not begun.
func TestEndWaitsForWhatIsUnderWay(t *testing.T) {
	for _, d := range deeds() {
		t.Run(d.name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				r, late := w.begun("room"), w.begun("late")
				w.handler.slow(4 * time.Second)
				var all sync.WaitGroup
				all.Go(func() { d.do(r) })
				time.Sleep(time.Second)
				begin := time.Now()
				all.Go(w.end)
				time.Sleep(time.Second)
				asked := w.handler.asked()
				if in := w.Command(late.at, "ana", "board"); in.Answered() || w.handler.asked() != asked {
					t.Error("the bot still takes what comes after its end")
				}
				all.Wait()
				if took := time.Since(begin); took > 10*time.Second {
					t.Errorf("the end takes %v", took)
				}
				r.shows(d.later...)
				late.shows()
				if got := w.played(r.at); got != d.at {
					t.Errorf("the game is %q, want %q", got, d.at)
				}
			})
		})
	}
}

// The end does not wait for ever.
func TestEndIsNotHeldUp(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.begun("room")
		w.handler.first(func(ctx context.Context, _ chat.Action) error { <-ctx.Done(); return ctx.Err() })
		w.note(r.plays("ana", "d3"))
		begin := time.Now()
		w.end()
		if took := time.Since(begin); took < 9*time.Second || took > 11*time.Second {
			t.Errorf("the end takes %v, want 10 s", took)
		}
		if got := w.played(r.at); got != "" {
			t.Errorf("the game is %q", got)
		}
	})
}
