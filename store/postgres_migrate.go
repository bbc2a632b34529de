package store

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

// Whoever brings the schema up to date holds a lock in a table, which ends with a
// session as little as with a transaction, and has to be held on to.
const (
	lockLease = 30 * time.Second // after which another one takes it
	lockBeat  = 5 * time.Second
	lockPause = 100 * time.Millisecond
	lockTries = 3000

	unlockTries = 10
)

// migratePostgres brings the schema up to date, by one process at a time.
func migratePostgres(log *slog.Logger) func(context.Context, pgx.ConnConfig) error {
	return func(ctx context.Context, config pgx.ConnConfig) error {
		db := stdlib.OpenDB(config)
		defer db.Close()
		locker, err := lock.NewPostgresTableLocker(
			lock.WithTableLeaseDuration(lockLease), lock.WithTableHeartbeatInterval(lockBeat),
			lock.WithTableLockTimeout(lockPause, lockTries), lock.WithTableUnlockTimeout(lockPause, unlockTries), lock.WithTableLogger(slog.New(slog.DiscardHandler)),
		)
		if err != nil {
			return err
		}
		return again(ctx, lockLease, raced, func() error { return postgresSchema().migrate(ctx, db, log, goose.WithLocker(locker)) })
	}
}

// raced reports whether a step towards a new schema failed because another process
// took it at the same time, or for a reason that may pass.
func raced(err error) bool {
	var failed *pgconn.PgError
	if errors.As(err, &failed) && (failed.Code == uniqueViolation || failed.Code == duplicateTable) {
		return true
	}
	return passing(err)
}
