package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/store"
)

// The database is read again and again, with long pauses, until it is damaged.
func TestInspection(t *testing.T) {
	for name, c := range map[string]struct {
		err   error
		takes time.Duration
		want  int // in an hour and a half
		warns bool
	}{
		"whole":    {nil, time.Second, 9, false},
		"large":    {nil, 30 * time.Second, 2, false},
		"damaged":  {fmt.Errorf("%w: page 7", store.ErrDamaged), time.Second, 1, false},
		"not read": {errors.New("too many files"), time.Second, 9, true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var log strings.Builder
				times := 0
				i := &inspection{log: slog.New(slog.NewTextHandler(&log, nil)), verify: func(ctx context.Context) error {
					time.Sleep(c.takes)
					if ctx.Err() == nil {
						times++
					}
					return c.err
				}}
				ctx, cancel := context.WithTimeout(t.Context(), 90*time.Minute)
				defer cancel()
				i.run(ctx)
				if times != c.want || strings.Contains(log.String(), "level=WARN") != c.warns {
					t.Errorf("%d times, and the log says %q", times, &log)
				}
			})
		})
	}
}
