package store

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"log/slog"

	"github.com/pressly/goose/v3"
)

//go:embed schema/*.sql
var schema embed.FS

// migrate brings the schema up to date. It changes nothing if the schema is, so
// that the user of the database need not be allowed to.
func migrate(ctx context.Context, dialect goose.Dialect, db *sql.DB, log *slog.Logger, options ...goose.ProviderOption) error {
	provider, err := migrations(dialect, db, options...)
	if err != nil {
		return err
	}
	stands, known, err := provider.GetVersions(ctx)
	if err != nil {
		return err
	}
	if stands > known {
		return newerSchema(stands, known)
	}
	if stands == known {
		return nil
	}
	done, err := provider.Up(ctx)
	for _, step := range done {
		log.Info("schema brought up to date", "version", step.Source.Version)
	}
	return err
}

// newerSchema says that a newer program has used a database.
func newerSchema(stands, known int64) error {
	return fmt.Errorf("its schema is version %d, and this program knows up to %d: a newer one has used it", stands, known)
}

// migrations are all steps from an empty database to the schema.
func migrations(dialect goose.Dialect, db *sql.DB, options ...goose.ProviderOption) (*goose.Provider, error) {
	files, err := fs.Sub(schema, "schema")
	if err != nil {
		return nil, err
	}
	options = append(
		options, goose.WithDisableGlobalRegistry(true), goose.WithSlog(slog.New(slog.DiscardHandler)),
		goose.WithGoMigrations(
			goose.NewGoMigration(2, &goose.GoFunc{RunTx: moveMessagesIn(dialect)}, nil),
			goose.NewGoMigration(5, &goose.GoFunc{RunDB: prepareToForget(dialect)}, nil),
			goose.NewGoMigration(6, &goose.GoFunc{RunTx: keepRecords(dialect)}, nil),
		),
	)
	return goose.NewProvider(dialect, db, files, options...)
}
