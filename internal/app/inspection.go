package app

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"othellobot/store"
)

// inspectEvery is the least pause between two inspections.
const inspectEvery = 10 * time.Minute

// inspectPart is which part of the time they take at most: one of so many.
const inspectPart = 100

// inspection reads the whole database now and then, beside all else. The store remembers
// what is damaged, and tells of it.
type inspection struct {
	verify func(context.Context) error
	log    *slog.Logger
}

// run ends when ctx is done, or when damage was found.
func (i *inspection) run(ctx context.Context) {
	for {
		began := time.Now()
		err := i.verify(ctx)
		switch {
		case ctx.Err() != nil || errors.Is(err, store.ErrDamaged):
			return
		case err != nil:
			i.log.WarnContext(ctx, "cannot find out whether the database is damaged", "error", err)
		}
		select {
		case <-time.After(max(inspectEvery, inspectPart*time.Since(began))):
		case <-ctx.Done():
			return
		}
	}
}
