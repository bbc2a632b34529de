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
	files, err := fs.Sub(schema, "schema")
	if err != nil {
		return err
	}
	options = append(
		options, goose.WithDisableGlobalRegistry(true), goose.WithSlog(slog.New(slog.DiscardHandler)),
		goose.WithGoMigrations(
			goose.NewGoMigration(2, &goose.GoFunc{RunTx: moveMessagesIn(dialect)}, nil),
			goose.NewGoMigration(5, &goose.GoFunc{RunDB: prepareToForget(dialect)}, nil),
		),
	)
	provider, err := goose.NewProvider(dialect, db, files, options...)
	if err != nil {
		return err
	}
	stands, known, err := provider.GetVersions(ctx)
	if err != nil {
		return err
	}
	if stands > known {
		return fmt.Errorf("its schema is version %d, and this program knows up to %d: a newer one has used it", stands, known)
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
