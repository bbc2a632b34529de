package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

// ErrSchema says that a database has another schema than this program needs, or none.
var ErrSchema = errors.New("the schema does not fit")

//go:embed schema/*.sql
var migrations embed.FS

// schema is the one that the program needs, as a kind of database has it.
type schema struct {
	dialect goose.Dialect
	words   *strings.Replacer // makes statements of the database of those in the files
	files   fs.FS
	// look counts the tables of made migrations, the columns that only development versions
	// from before the first release had, and the tables of others that are in the way.
	look string
}

func sqliteSchema() schema {
	return schema{goose.DialectSQLite3, strings.NewReplacer(), migrations, `
		SELECT (SELECT COUNT(*) FROM sqlite_schema WHERE name = 'goose_db_version'),
			(SELECT COUNT(*) FROM pragma_table_info('games') WHERE name IN ('winner', 'state')),
			(SELECT COUNT(*) FROM sqlite_schema WHERE type = 'table')`}
}

func postgresSchema() schema {
	words := strings.NewReplacer("TEXT ", `TEXT COLLATE "C" `, " WITHOUT ROWID", "", "--postgres ", "")
	return schema{goose.DialectPostgres, words, migrations, `
		SELECT (SELECT COUNT(*) FROM pg_class WHERE oid = to_regclass('goose_db_version')),
			(SELECT COUNT(*) FROM pg_attribute WHERE attrelid = to_regclass('games') AND attname IN ('winner', 'state') AND NOT attisdropped),
			(SELECT COUNT(*) FROM pg_tables WHERE schemaname = current_schema() AND tablename IN ('rooms', 'games', 'seats',
				'votes', 'finished', 'records', 'tenants', 'ratings', 'puzzlers', 'paces', 'exercises',
				'people', 'tombstones', 'installs', 'leases', 'heartbeat'))`}
}

func (s schema) provider(db *sql.DB, options ...goose.ProviderOption) (*goose.Provider, error) {
	names, err := fs.Glob(s.files, "schema/*.sql")
	if err != nil {
		return nil, err
	}
	var steps []*goose.Migration
	for _, name := range names {
		version, failed := goose.NumericComponent(name)
		text, err := fs.ReadFile(s.files, name)
		if err := errors.Join(failed, err); err != nil {
			return nil, err
		}
		statements := strings.Split(s.words.Replace(string(text)), ";\n")
		steps = append(steps, goose.NewGoMigration(version, &goose.GoFunc{RunTx: func(ctx context.Context, tx *sql.Tx) error {
			for _, statement := range statements {
				if _, err := tx.ExecContext(ctx, statement); err != nil {
					return err
				}
			}
			return nil
		}}, nil))
	}
	options = append(options, goose.WithDisableGlobalRegistry(true), goose.WithGoMigrations(steps...), goose.WithSlog(slog.New(slog.DiscardHandler)))
	return goose.NewProvider(s.dialect, db, nil, options...)
}

// versions returns the version of the schema in a database, 0 if it has no schema, and the
// version that the program needs. It changes nothing. It fails with [ErrSchema] if the program
// cannot bring the first to the second.
func (s schema) versions(ctx context.Context, db *sql.DB) (stands, needed int64, err error) {
	provider, err := s.provider(db)
	if err != nil {
		return 0, 0, err
	}
	for _, source := range provider.ListSources() {
		needed = max(needed, source.Version)
	}
	var made, early, others int
	if err := db.QueryRowContext(ctx, s.look).Scan(&made, &early, &others); err != nil {
		return 0, 0, troubleOf(err)
	}
	switch {
	case early > 0:
		return 0, 0, fmt.Errorf("%w: a development version of the program made it, from before the first release; move it away, or use another database", ErrSchema)
	case made == 0 && others > 0:
		return 0, 0, fmt.Errorf("%w: the tables of another program are in it; use another database", ErrSchema)
	case made == 0:
		return 0, needed, nil
	}
	err = db.QueryRowContext(ctx, `SELECT COALESCE(MAX(version_id), 0) FROM goose_db_version WHERE is_applied`).Scan(&stands)
	switch {
	case err != nil:
		return 0, 0, troubleOf(err)
	case stands > needed:
		return 0, 0, fmt.Errorf("%w: it is version %d, and this program knows up to %d: a newer one has used it", ErrSchema, stands, needed)
	default:
		return stands, needed, nil
	}
}

// migrate brings the schema of a database up to date. It changes nothing if the schema is, so
// that the user of the database need not be allowed to.
func (s schema) migrate(ctx context.Context, db *sql.DB, log *slog.Logger, options ...goose.ProviderOption) error {
	if stands, needed, err := s.versions(ctx, db); err != nil || stands == needed {
		return err
	}
	provider, err := s.provider(db, options...)
	if err != nil {
		return err
	}
	done, err := provider.Up(ctx)
	var broken *goose.PartialError
	if errors.As(err, &broken) {
		done = broken.Applied
	}
	for _, step := range done {
		log.Info("schema brought up to date", "version", step.Source.Version)
	}
	return err
}

// fits fails with [ErrSchema] unless a database has the schema that the program needs.
func (s schema) fits(ctx context.Context, db *sql.DB) error {
	stands, needed, err := s.versions(ctx, db)
	if err == nil && stands < needed {
		err = fmt.Errorf("%w: it is version %d, and this program needs %d: start the bot once, which brings it up to date", ErrSchema, stands, needed)
	}
	return err
}

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
