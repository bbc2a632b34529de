package gateway

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestReset(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := 0
		var said strings.Builder
		b := newBudget(func(context.Context) (Info, error) {
			asked++
			return Info{URL: "ws://gateway.example"}, nil
		}, slog.New(slog.NewTextHandler(&said, nil)))
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		if _, err := b.allow(ctx); err == nil {
			t.Error("allowed an identify when none was left")
		}
		if asked < 2 || asked > 13 {
			t.Errorf("asked %d times in an hour, want every five minutes", asked)
		}
		if n := strings.Count(said.String(), "\n"); n != 1 {
			t.Errorf("logged %d times, want once:\n%s", n, said.String())
		}
	})
}
