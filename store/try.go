package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"othellobot/game"
)

// Try fails if [Open] would fail to make or change the schema of a URL, whether or not another
// process has the database open now. For SQLite it makes a database beside it and removes that again.
func Try(ctx context.Context, url string, timing game.Timing) error {
	path, ok := sqlitePath(url)
	if !ok {
		return tryServer(ctx, url)
	}
	if err := tryFiles(ctx, path); err != nil {
		return err
	}
	folders := missingFolders(path)
	beside := path + ".try-" + rand.Text()[:6]
	s, err := openSQLite(ctx, beside, sqliteSchema(), timing, slog.New(slog.DiscardHandler))
	if err == nil {
		err = s.Close()
	}
	for _, name := range append([]string{beside, beside + journalSuffix, beside + "-shm", beside + lockSuffix}, folders...) {
		_ = os.Remove(name) // most are not there
	}
	if err != nil {
		return errors.New(strings.ReplaceAll(err.Error(), beside, path))
	}
	return nil
}

// tryServer fails if the schema of a PostgreSQL database cannot be changed.
func tryServer(ctx context.Context, url string) error {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return errPostgresURL
	}
	db := stdlib.OpenDB(*config)
	defer db.Close()
	const query = `SELECT COALESCE(has_schema_privilege(current_schema(), 'CREATE'), FALSE), current_setting('transaction_read_only') = 'on'`
	var may, readOnly bool
	switch err := db.QueryRowContext(ctx, query).Scan(&may, &readOnly); {
	case err != nil:
		return withoutLogin(err)
	case readOnly:
		return errors.New("the server can only be read")
	case !may:
		return errors.New("its user may not make tables: GRANT CREATE ON SCHEMA public, or let the user own the database")
	default:
		return nil
	}
}

// tryFiles fails if the files of a database cannot be used, or if one is gone.
func tryFiles(ctx context.Context, path string) error {
	if file, err := os.Open(path + lockSuffix); err == nil {
		_ = file.Close() // nothing was written
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	info, err := statFile(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
		if was, err := wasThere(path); was || err != nil {
			return errors.Join(errGone, err)
		}
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if info.Size() == 0 {
		file, err := os.OpenFile(path, os.O_RDWR, 0)
		if err == nil {
			err = file.Close()
		}
		return err
	}
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	_, err = cutOff(file, path)
	_ = file.Close() // nothing was written
	if err != nil {
		return err
	}
	db, err := openThere(ctx, path)
	if err != nil {
		return err
	}
	defer db.Close()
	tx, err := db.BeginTx(ctx, &sql.TxOptions{})
	if err == nil {
		_, err = tx.ExecContext(ctx, "PRAGMA user_version = 0")
		err = errors.Join(err, tx.Rollback())
	}
	if err != nil {
		return fmt.Errorf("it cannot be written: %w", troubleOf(err))
	}
	return os.Chmod(path, info.Mode().Perm()) // only its owner can
}

// missingFolders lists the folders of a path that are not there, the innermost first.
func missingFolders(path string) (missing []string) {
	for folder := filepath.Dir(path); ; folder = filepath.Dir(folder) {
		if _, err := os.Stat(folder); !errors.Is(err, fs.ErrNotExist) {
			return missing
		}
		missing = append(missing, folder)
	}
}
