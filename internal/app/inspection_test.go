package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"othellobot/store"
)

// What an inspection finds is told once, and remembered if it is damage.
func TestInspection(t *testing.T) {
	for name, c := range map[string]struct {
		err     error
		damaged bool
		level   string
	}{
		"whole":       {nil, false, ""},
		"damaged":     {fmt.Errorf("%w: page 7", store.ErrDamaged), true, "level=ERROR"},
		"not read":    {errors.New("too many files"), false, "level=WARN"},
		"interrupted": {context.Canceled, false, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var log strings.Builder
			ctx, cancel := context.WithCancel(t.Context())
			i := &inspection{log: slog.New(slog.NewTextHandler(&log, nil)), verify: func(context.Context) error {
				if errors.Is(c.err, context.Canceled) {
					cancel()
				}
				return c.err
			}}
			i.run(ctx)
			cancel()
			if i.damaged() != c.damaged || strings.Count(log.String(), "\n") != strings.Count(c.level, "=") || !strings.Contains(log.String(), c.level) {
				t.Errorf("damaged %t, and the log says %q", i.damaged(), &log)
			}
		})
	}
}
