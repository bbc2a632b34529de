package app

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"

	"othellobot/store"
)

// inspection reads the whole database once, beside all else, and remembers whether
// that is damaged. It may be used concurrently.
type inspection struct {
	verify func(context.Context) error
	log    *slog.Logger
	found  atomic.Bool
}

// run ends when all is read, or ctx is done.
func (i *inspection) run(ctx context.Context) {
	err := i.verify(ctx)
	switch {
	case err == nil || ctx.Err() != nil:
	case errors.Is(err, store.ErrDamaged):
		i.found.Store(true)
		i.log.ErrorContext(ctx, "the database is damaged: stop the bot, and restore a backup", "error", err)
	default:
		i.log.WarnContext(ctx, "cannot find out whether the database is damaged", "error", err)
	}
}

// damaged reports whether damage was found.
func (i *inspection) damaged() bool { return i.found.Load() }
