package store

import (
	"errors"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	memoryURL   = "memory:"
	sqliteURL   = "sqlite:"
	postgresURL = "postgres://"
	otherURL    = "postgresql://"
)

var (
	errURL    = errors.New("want memory:, sqlite:PATH or postgres://…")
	errMemory = errors.New("without a file it is memory: alone")
	errPath   = errors.New("it is sqlite: and the path of a file alone, without //, file:, ~, a space around it or parameters after a ?")
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
		return errURL
	}
}

// checkPath fails if the operator probably meant another path.
func checkPath(path string) error {
	bare := strings.TrimLeft(path, "/") // an absolute path begins with one slash or, as in URLs without a host, three
	switch {
	case strings.EqualFold(strings.Trim(bare, ":"), "memory"):
		return errMemory
	case path == "", path == "~", strings.TrimSpace(path) != path, len(path)-len(bare) == 2,
		strings.HasSuffix(path, "/"), strings.HasPrefix(path, "~/"), strings.HasPrefix(path, "file:"), parameters.MatchString(path):
		return errPath
	default:
		return nil
	}
}

// parameters matches the parameters that other programs accept after the path of an SQLite file.
var parameters = regexp.MustCompile(`\?\w+=[^/]*$`)

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

var errPostgresURL = errors.New("not an address such as postgres://user:password@host/database; " +
	"in the user and the password write %40 for @, %2F for /, %3F for ?, %23 for # and %25 for %")

// checkPostgresURL fails if the driver cannot parse a URL, or could read a part of the password as
// another part of the URL.
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

// connectError is a failed connection. Its text does not contain the user's name.
type connectError struct {
	error
	text string
}

func (e *connectError) Error() string { return e.text }

func (e *connectError) Unwrap() error { return e.error }

// quoted matches a quoted name in the messages of servers, in several languages.
var quoted = regexp.MustCompile(`["“„«»][^"“”«»]*["“”«»]`)

// withoutLogin removes the user's name from the text of a [pgconn.ConnectError]. It returns other errors
// unchanged.
func withoutLogin(err error) error {
	failed, ok := errors.AsType[*pgconn.ConnectError](err)
	if !ok {
		return err
	}
	text := quoted.ReplaceAllString(failed.Unwrap().Error(), "…")
	return &connectError{err, "cannot connect: " + strings.Join(strings.Fields(text), " ")}
}
