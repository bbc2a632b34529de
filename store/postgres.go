package store

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"runtime"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"othellobot/game"
)

// uniqueViolation is an error code of PostgreSQL
// (https://www.postgresql.org/docs/current/errcodes-appendix.html).
const uniqueViolation = "23505"

// minConnections are enough for commits to share the server's syncs of its disk.
const minConnections = 16

// What a statement may take, so that a server in trouble holds nobody up for
// longer than a player waits.
var postgresLimits = map[string]string{
	"statement_timeout":                   "2000",
	"lock_timeout":                        "1000",
	"idle_in_transaction_session_timeout": "5000",
}

func openPostgres(ctx context.Context, url string, timing game.Timing, log *slog.Logger) (*Store, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, errors.New("its URL is not one") // the driver's words may hold the password
	}
	if config.RuntimeParams["application_name"] == "" {
		config.RuntimeParams["application_name"] = "othellobot"
	}
	if err := migratePostgres(ctx, *config, log); err != nil {
		return nil, err
	}
	for name, value := range postgresLimits {
		if _, told := config.RuntimeParams[name]; !told {
			config.RuntimeParams[name] = value
		}
	}
	db := stdlib.OpenDB(*config)
	connections := max(minConnections, 2*runtime.GOMAXPROCS(0))
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	db.SetConnMaxIdleTime(5 * time.Minute)
	write := transactions{db}
	d := &database{timing: timing, read: db, write: write, conflicts: postgresConflicts, swap: write.swap}
	return &Store{Store: d, Installs: databaseInstalls{d}, Shared: true, playing: d.playing, check: d.check, close: db.Close}, nil
}

// migratePostgres brings the schema up to date, by one process at a time.
func migratePostgres(ctx context.Context, config pgx.ConnConfig, log *slog.Logger) error {
	db := stdlib.OpenDB(config)
	defer db.Close()
	locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 300)) // asks every second, for five minutes
	if err != nil {
		return err
	}
	return migrate(ctx, goose.DialectPostgres, db, log, goose.WithSessionLocker(locker))
}

func postgresConflicts(err error) bool {
	var failed *pgconn.PgError
	return errors.As(err, &failed) && failed.Code == uniqueViolation
}

// transactions is the [transactor] of a database with many writers.
type transactions struct{ db *sql.DB }

func (t transactions) transact(ctx context.Context, do func(context.Context, session) error) error {
	tx, err := t.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := do(ctx, transaction{tx}); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// change implements [transactor]. It takes one round trip to the server, where a
// transaction of several statements takes two more.
func (t transactions) change(ctx context.Context, query string, args ...any) (int64, error) {
	result, err := t.db.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// swap makes one step of a running game, and reports whether it did.
func (t transactions) swap(ctx context.Context, step game.Step, c game.Change) (done bool, err error) {
	r, err := rowOf(step)
	if err != nil {
		return false, err
	}
	makes, forgotten := c.Makes(), c.Now.Add(-game.DeliveryMemory)
	var advanced int
	err = t.db.QueryRowContext(
		ctx, swapGame, r.id, int64(step.Before.Version), r.version, r.due, r.state,
		c.Delivery, c.Now.UnixMilli(), int64(makes.Game), int64(makes.Version), forgotten.UnixMilli(),
	).Scan(&advanced)
	return advanced > 0, err
}

// transaction is a [session] of [transactions].
type transaction struct{ *sql.Tx }

func (t transaction) exec(ctx context.Context, query string, args ...any) (int64, error) {
	result, err := t.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}
