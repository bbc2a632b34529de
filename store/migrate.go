package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"

	"github.com/pressly/goose/v3"
)

// ErrSchema says that a database has another schema than this program needs, or none.
var ErrSchema = errors.New("the schema does not fit")

//go:embed schema/*/*.sql
var migrations embed.FS

// schema is the one that the program needs, as a kind of database has it.
type schema struct {
	dialect goose.Dialect
	files   fs.FS
	folder  string // of the migrations among the files
	// look counts the tables of made migrations, the columns that only development versions
	// from before the first release had, and the tables of others that are in the way.
	look string
}

func sqliteSchema() schema {
	return schema{goose.DialectSQLite3, migrations, "schema/sqlite", `
		SELECT (SELECT COUNT(*) FROM sqlite_schema WHERE name = 'goose_db_version'),
			(SELECT COUNT(*) FROM pragma_table_info('games') WHERE name = 'winner'),
			(SELECT COUNT(*) FROM sqlite_schema WHERE type = 'table')`}
}

func postgresSchema() schema {
	return schema{goose.DialectPostgres, migrations, "schema/postgres", `
		SELECT (SELECT COUNT(*) FROM pg_class WHERE oid = to_regclass('goose_db_version')),
			(SELECT COUNT(*) FROM pg_attribute WHERE attrelid = to_regclass('games') AND attname = 'winner' AND NOT attisdropped),
			(SELECT COUNT(*) FROM pg_tables WHERE schemaname = current_schema() AND tablename IN ('places', 'games', 'slots',
				'players', 'votes', 'deliveries', 'finished', 'records', 'ladders', 'ratings', 'puzzlers', 'paces', 'exercises',
				'people', 'tombstones', 'installs', 'leases', 'heartbeat'))`}
}

func (s schema) provider(db *sql.DB, options ...goose.ProviderOption) (*goose.Provider, error) {
	files, err := fs.Sub(s.files, s.folder)
	if err != nil {
		return nil, err
	}
	options = append(options, goose.WithDisableGlobalRegistry(true), goose.WithSlog(slog.New(slog.DiscardHandler)))
	return goose.NewProvider(s.dialect, db, files, options...)
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
