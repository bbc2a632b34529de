package store

import (
	"cmp"
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

// Visit opens a database that is there, for an operator who changes little and leaves soon,
// also while a bot uses it. It changes no schema, and fails with [ErrSchema] if that is not
// the program's own. A bot that uses the same SQLite file hears of changes within five
// seconds; what it decides before is decided on what stands in the file.
func Visit(ctx context.Context, url string, timing game.Timing) (*Store, error) {
	if err := CheckURL(url); err != nil {
		return nil, err
	}
	if url == memoryURL {
		return nil, errInMemory
	}
	if path, ok := sqlitePath(url); ok {
		s, err := visitSQLite(ctx, path, timing)
		if err != nil {
			return nil, fmt.Errorf("opening the database %s: %w", path, err)
		}
		return s, nil
	}
	s, err := openPostgres(ctx, url, timing, func(ctx context.Context, config pgx.ConnConfig) error {
		db := stdlib.OpenDB(config)
		defer db.Close()
		return postgresSchema().fits(ctx, db)
	})
	if err != nil {
		return nil, fmt.Errorf("opening the PostgreSQL database: %w", withoutLogin(err))
	}
	return s, nil
}

func visitSQLite(ctx context.Context, path string, timing game.Timing) (*Store, error) {
	write, err := openThere(ctx, path, "synchronous(FULL)", "secure_delete(ON)")
	if err != nil {
		return nil, err
	}
	write.SetMaxOpenConns(1)
	if err := sqliteSchema().fits(ctx, write); err != nil {
		return nil, errors.Join(err, write.Close())
	}
	d, disconnect, err := connectSQLite(ctx, path, write, nil, timing)
	if err != nil {
		return nil, errors.Join(err, write.Close())
	}
	s := storeOf(d, d, databaseInstalls{d, nil})
	s.verify = func(ctx context.Context) error { return verifyFile(ctx, path, "quick_check") }
	s.close = func() error { return errors.Join(disconnect(), write.Close()) }
	return s, nil
}

// Schema returns the version of the schema in the database of a URL, 0 if it has no schema, and
// the version that the program needs. It changes nothing. It fails with [os.ErrNotExist] if the
// file does not exist or never held anything.
func Schema(ctx context.Context, databaseURL string) (stands, needed int64, err error) {
	if path, ok := sqlitePath(databaseURL); ok {
		if fresh, err := untouched(path); fresh || err != nil {
			return 0, 0, cmp.Or(err, fs.ErrNotExist)
		}
		seen, err := readWitness(path) // before the database, which may grow
		if err != nil {
			return 0, 0, err
		}
		db, err := openThere(ctx, path, queryOnly)
		if err != nil {
			return 0, 0, err
		}
		defer db.Close()
		stands, needed, err = sqliteSchema().versions(ctx, db)
		if err == nil && stands > 0 {
			_, err = seen.confirm(ctx, db)
		}
		return stands, needed, err
	}
	config, err := pgx.ParseConfig(databaseURL)
	if err != nil {
		return 0, 0, errPostgresURL
	}
	db := stdlib.OpenDB(*config)
	defer db.Close()
	if err := db.PingContext(ctx); err != nil {
		return 0, 0, withoutLogin(err)
	}
	return postgresSchema().versions(ctx, db)
}

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
	fresh, err := untouched(path)
	for _, name := range []string{path, path + lockSuffix} {
		file, failed := os.OpenFile(name, os.O_RDWR, 0)
		if failed == nil {
			failed = file.Close()
		}
		if err == nil && !errors.Is(failed, fs.ErrNotExist) {
			err = failed
		}
	}
	if fresh || err != nil {
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
	info, err := os.Stat(path)
	if err == nil {
		err = os.Chmod(path, info.Mode().Perm()) // only its owner can
	}
	return err
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
