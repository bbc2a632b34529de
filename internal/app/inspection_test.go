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

func TestInspection(t *testing.T) {
	for name, c := range map[string]struct {
		err   error
		want  int // inspections in three and a half days
		warns bool
	}{
		"whole":    {nil, 4, false},
		"damaged":  {fmt.Errorf("%w: page 7", store.ErrDamaged), 1, false},
		"not read": {errors.New("too many files"), 4, true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var log strings.Builder
				times := 0
				verify := func(ctx context.Context) error {
					time.Sleep(time.Second)
					if ctx.Err() == nil {
						times++
					}
					return c.err
				}
				ctx, cancel := context.WithTimeout(t.Context(), 84*time.Hour)
				defer cancel()
				inspection(verify, slog.New(slog.NewTextHandler(&log, nil)))(ctx)
				if times != c.want || strings.Contains(log.String(), "level=WARN") != c.warns {
					t.Errorf("%d times, and the log says %q", times, &log)
				}
			})
		})
	}
}
