package discord_test

import (
	"context"
	"testing"
	"time"

	"othellobot/chat"
)

func TestShutdownDoesNotHang(t *testing.T) {
	inWorld(t, func(w *world) {
		r := w.begun("room")
		w.handler.runFirst(func(ctx context.Context, _ chat.Action) error { <-ctx.Done(); return ctx.Err() })
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
