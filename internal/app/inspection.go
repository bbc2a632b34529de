package app

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"othellobot/store"
)

// inspectEvery is the pause between two inspections.
const inspectEvery = 24 * time.Hour

// inspection reads the whole database once a day in the background. The store records and reports any
// damage.
type inspection struct {
	verify func(context.Context) error
	log    *slog.Logger
}

// run returns when ctx is done or damage is found.
func (i *inspection) run(ctx context.Context) {
	for {
		err := i.verify(ctx)
		switch {
		case ctx.Err() != nil || errors.Is(err, store.ErrDamaged):
			return
		case err != nil:
			i.log.WarnContext(ctx, "cannot find out whether the database is damaged", "error", err)
		}
		select {
		case <-time.After(inspectEvery):
		case <-ctx.Done():
			return
		}
	}
}
