package store

import (
	"context"
	"fmt"
	"log/slog"

	"othellobot/game"
)

// Open opens the store of a URL, memory:, sqlite:PATH or postgres://…, and
// brings its schema up to date. The errors never hold the URL, which may have a
// password in it.
func Open(ctx context.Context, url string, timing game.Timing, log *slog.Logger) (*Store, error) {
	if err := CheckURL(url); err != nil {
		return nil, err
	}
	if url == memoryURL {
		return openMemory(timing), nil
	}
	if path, ok := sqlitePath(url); ok {
		s, err := openSQLite(ctx, path, sqliteSchema(), timing, log)
		if err != nil {
			return nil, fmt.Errorf("opening the database %s: %w", path, err)
		}
		return s, nil
	}
	s, err := openPostgres(ctx, url, timing, migratePostgres(log))
	if err != nil {
		return nil, fmt.Errorf("opening the PostgreSQL database: %w", withoutLogin(err))
	}
	return s, nil
}
