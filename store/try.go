package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"othellobot/game"
)

// DryRun fails if [Open] could not create or migrate the database of a URL. Another process may use the
// database. For SQLite, DryRun creates another database next to the file and removes it again.
func DryRun(ctx context.Context, url string, timing game.Timing) error {
	if _, _, err := Schema(ctx, url); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	path, ok := sqlitePath(url)
	if !ok {
		return onServer(ctx, url, func(db *sql.DB) error { return tryTable(ctx, db) })
	}
	for _, name := range []string{path, path + lockSuffix} {
		if err := tryFile(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return tryFolder(ctx, path, timing)
}

// tryTable fails if the database's user may not create tables.
func tryTable(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `CREATE TABLE othellobot_tries (id BIGINT)`)
	if err := errors.Join(err, tx.Rollback()); err != nil {
		return fmt.Errorf("its user may not make tables: GRANT CREATE ON SCHEMA public, or let the user own the database: %w", err)
	}
	return nil
}

// tryFile fails if a file cannot be written or belongs to another user.
func tryFile(name string) error {
	file, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	info, err := file.Stat()
	if err == nil {
		err = file.Chmod(info.Mode().Perm()) // only the owner can
	}
	return errors.Join(err, file.Close())
}

// tryFolder fails if no database can be created in the folder of path, or in the nearest existing folder
// above it.
func tryFolder(ctx context.Context, path string, timing game.Timing) error {
	folder := filepath.Dir(path)
	for _, err := os.Lstat(folder); errors.Is(err, fs.ErrNotExist); _, err = os.Lstat(folder) {
		folder = filepath.Dir(folder)
	}
	beside, err := os.MkdirTemp(folder, "othellobot-tries-")
	if err != nil {
		return err
	}
	s, err := openSQLite(ctx, filepath.Join(beside, "othello.db"), sqliteSchema(), timing, slog.New(slog.DiscardHandler))
	if err == nil {
		err = s.Close()
	}
	return errors.Join(err, os.RemoveAll(beside))
}
