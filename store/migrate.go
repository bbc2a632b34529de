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

//go:embed schema/*.sql
var schema embed.FS

// migrate brings the schema up to date. It changes nothing if the schema is, so
// that the user of the database need not be allowed to. It fails if a newer program
// has changed the schema to one that this program cannot work on.
func migrate(ctx context.Context, dialect goose.Dialect, db *sql.DB, log *slog.Logger, options ...goose.ProviderOption) error {
	provider, versions, err := migrations(dialect, db, options...)
	if err != nil {
		return err
	}
	stands, known, err := provider.GetVersions(ctx)
	if err != nil {
		return err
	}
	needed, err := versions.needed.GetLatestVersion(ctx, db)
	if err != nil {
		return err
	}
	if needed > known {
		return newerSchema(needed, known)
	}
	if stands >= known {
		return nil
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

// newerSchema says that a newer program has used a database.
func newerSchema(needed, known int64) error {
	return fmt.Errorf("its schema is version %d, and this program knows up to %d: a newer one has used it", needed, known)
}

// migrations makes versions of the schema, and records them.
func migrations(dialect goose.Dialect, db *sql.DB, options ...goose.ProviderOption) (*goose.Provider, *versions, error) {
	files, err := fs.Sub(schema, "schema")
	if err != nil {
		return nil, nil, err
	}
	versions, err := newVersions(dialect)
	if err != nil {
		return nil, nil, err
	}
	options = append(
		options, goose.WithDisableGlobalRegistry(true), goose.WithSlog(slog.New(slog.DiscardHandler)), goose.WithStore(versions),
		goose.WithGoMigrations(
			goose.NewGoMigration(2, &goose.GoFunc{RunTx: moveMessagesIn(dialect)}, nil),
			goose.NewGoMigration(5, &goose.GoFunc{RunDB: prepareToForget(dialect)}, nil),
			goose.NewGoMigration(6, &goose.GoFunc{RunTx: keepRecords(dialect)}, nil),
		),
	)
	provider, err := goose.NewProvider(goose.DialectCustom, db, files, options...)
	return provider, versions, err
}
