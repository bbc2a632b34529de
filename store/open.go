package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"

	"othellobot/game"
)

// Open opens the store of a URL (memory:, sqlite:PATH or postgres://…) and brings its schema up to
// date. Errors never contain the password of a URL.
func Open(ctx context.Context, url string, timing game.Timing, log *slog.Logger) (*Store, error) {
	if url == memoryURL {
		return openMemory(ctx, timing)
	}
	sqlite := func(path string) (*Store, error) { return openSQLite(ctx, path, sqliteSchema(), timing, log) }
	return openDatabase(ctx, url, timing, sqlite, func(ctx context.Context, db *sql.DB) error {
		return retry(ctx, temporary, func() error { return postgresSchema().migrate(ctx, db, log) })
	})
}

// OpenForOperator opens an existing database for an operator's short task, even while a bot uses it. It
// fails with [ErrSchema] unless the schema is the one that the program needs. A bot that has the SQLite
// file open may read its cached rooms for up to 15 more seconds, but checks its changes against the file.
func OpenForOperator(ctx context.Context, url string, timing game.Timing) (*Store, error) {
	sqlite := func(path string) (*Store, error) { return visitSQLite(ctx, path, timing) }
	return openDatabase(ctx, url, timing, sqlite, postgresSchema().fits)
}

func openDatabase(
	ctx context.Context, url string, timing game.Timing,
	sqlite func(path string) (*Store, error), prepare func(context.Context, *sql.DB) error,
) (*Store, error) {
	if err := CheckURL(url); err != nil {
		return nil, err
	}
	if path, ok := sqlitePath(url); ok {
		s, err := sqlite(path)
		if err != nil {
			return nil, fmt.Errorf("opening the database %s: %w", path, err)
		}
		return s, nil
	}
	s, err := openPostgres(ctx, url, timing, prepare)
	if err != nil {
		return nil, fmt.Errorf("opening the PostgreSQL database: %w", withoutLogin(err))
	}
	return s, nil
}

// Schema returns a database's schema version, or 0 if it has no schema, and the version that the program
// needs. It fails with [fs.ErrNotExist] if the file does not exist or never held anything. If the error is
// [ErrSchema], current may be a version that the program does not know.
func Schema(ctx context.Context, url string) (current, needed int, err error) {
	needed = len(sqliteSchema().steps)
	if path, ok := sqlitePath(url); ok {
		seen, fresh, err := lastWitness(path)
		if fresh || err != nil {
			return 0, needed, cmp.Or(err, fs.ErrNotExist)
		}
		current, _, _, err := sqliteSchema().confirmed(ctx, path, seen)
		return current, needed, err
	}
	err = onServer(ctx, url, func(db *sql.DB) (err error) {
		current, _, err = postgresSchema().versions(ctx, db)
		return err
	})
	return current, needed, err
}

func onServer(ctx context.Context, url string, do func(*sql.DB) error) error {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return errPostgresURL
	}
	db := stdlib.OpenDB(*config)
	defer db.Close()
	return withoutLogin(do(db))
}

const (
	memoryURL   = "memory:"
	sqliteURL   = "sqlite:"
	postgresURL = "postgres://"
	otherURL    = "postgresql://"
)

// CheckURL fails if [Open] does not support a URL, or if the URL looks like a mistake.
func CheckURL(url string) error {
	switch {
	case url == memoryURL:
		return nil
	case strings.HasPrefix(url, sqliteURL):
		return checkPath(url[len(sqliteURL):])
	case IsShared(url):
		return checkPostgresURL(url)
	default:
		return errors.New("write memory:, sqlite:PATH or postgres://…")
	}
}

func checkPath(path string) error {
	bare := strings.TrimLeft(path, "/") // an absolute path begins with one slash or, as in URLs without a host, three
	if strings.EqualFold(strings.Trim(bare, ":"), "memory") {
		return errors.New("write memory: to keep games without a file")
	}
	if len(path)-len(bare) == 2 || badPath.MatchString(path) {
		return errors.New("write sqlite: and the path of a file, without //, file:, ~, or parameters after a ?")
	}
	return nil
}

// badPath matches an empty path, spaces around a path, ~, a final slash, file: and parameters after a ?.
var badPath = regexp.MustCompile(`^$|^\s|\s$|^~(/|$)|/$|^file:|\?\w+=[^/]*$`)

// IsShared reports whether several processes may use the store of a URL at the same time.
func IsShared(url string) bool {
	return strings.HasPrefix(url, postgresURL) || strings.HasPrefix(url, otherURL)
}

// sqlitePath returns the path of an SQLite URL. It resolves symbolic links, because the journal is next
// to the real file.
func sqlitePath(url string) (string, bool) {
	path, ok := strings.CutPrefix(url, sqliteURL)
	if file, err := filepath.EvalSymlinks(path); ok && err == nil {
		return file, true
	}
	return path, ok
}

var errPostgresURL = errors.New("not an address such as postgres://host/database with user:password@ before the host; " +
	"in the user and the password write %40 for @, %2F for /, %3F for ?, %23 for # and %25 for %")

// checkPostgresURL fails if the driver cannot read the URL, or could take part of the password for something else.
func checkPostgresURL(url string) error {
	_, rest, _ := strings.Cut(url, "://")
	server := strings.IndexAny(rest, "/?")
	if strings.Contains(rest, "#") || strings.Count(rest, "@") > 1 || server >= 0 && strings.Contains(rest[server:], "@") {
		return errPostgresURL
	}
	if _, err := pgxpool.ParseConfig(url); err != nil {
		return errPostgresURL // the driver's text may hold the password
	}
	return nil
}

type connectError struct {
	error
	text string
}

func (e *connectError) Error() string { return e.text }

func (e *connectError) Unwrap() error { return e.error }

var quoted = regexp.MustCompile(`["“„«»][^"“”«»]*["“”«»]`)

// withoutLogin hides the database user's name if err is a [pgconn.ConnectError].
func withoutLogin(err error) error {
	failed, ok := errors.AsType[*pgconn.ConnectError](err)
	if !ok {
		return err
	}
	text := quoted.ReplaceAllString(failed.Unwrap().Error(), "…")
	return &connectError{err, "cannot connect: " + strings.Join(strings.Fields(text), " ")}
}

// DryRun fails if it finds a reason why [Open] would fail, such as a missing right. The URL must not be memory:. Another process may use
// the database. For SQLite, DryRun creates another database next to the file and removes it again.
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

// tryFile fails unless the process may write the file and change its mode, as [newGuard] does.
func tryFile(name string) error {
	file, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	info, err := file.Stat()
	if err == nil {
		err = file.Chmod(info.Mode().Perm())
	}
	return errors.Join(err, file.Close())
}

// tryFolder creates a temporary database in the folder of path, or in the nearest existing folder above it.
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
