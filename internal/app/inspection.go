package app

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"othellobot/store"
)

const inspectEvery = 24 * time.Hour

// inspection returns a service that regularly calls verify, which reads the whole database. The
// service ends when verify finds damage, because the store itself records and reports the damage.
func inspection(verify func(context.Context) error, log *slog.Logger) func(context.Context) {
	return func(ctx context.Context) {
		for {
			err := verify(ctx)
			switch {
			case ctx.Err() != nil || errors.Is(err, store.ErrDamaged):
				return
			case err != nil:
				log.WarnContext(ctx, "cannot find out whether the database is damaged", "error", err)
			}
			select {
			case <-time.After(inspectEvery):
			case <-ctx.Done():
				return
			}
		}
	}
}
