package store

import (
	"errors"
	"regexp"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

var errPostgresURL = errors.New("not an address such as postgres://user:password@host/database; " +
	"in the user and the password write %40 for @, %2F for /, %3F for ?, %23 for # and %25 for %")

// checkPostgresURL fails if the driver cannot read a URL, or takes a part of the password for
// something else, such as for a server behind its first @.
func checkPostgresURL(url string) error {
	_, rest, _ := strings.Cut(url, "://")
	server := strings.IndexAny(rest, "/?")
	if strings.Contains(rest, "#") || strings.Count(rest, "@") > 1 || server >= 0 && strings.Contains(rest[server:], "@") {
		return errPostgresURL
	}
	if _, err := pgxpool.ParseConfig(url); err != nil {
		return errPostgresURL // the driver's words may hold the password
	}
	return nil
}

// connectError is a failure to connect that names no user.
type connectError struct {
	err  error
	text string
}

func (e *connectError) Error() string { return e.text }

func (e *connectError) Unwrap() error { return e.err }

// quoted matches a name as servers quote it, in some of their languages.
var quoted = regexp.MustCompile(`["“„«»][^"“”«»]*["“”«»]`)

// withoutLogin returns an error that does not hold what a URL says before its @. Drivers put the
// user into their own words, and servers into theirs.
func withoutLogin(err error) error {
	failed, ok := errors.AsType[*pgconn.ConnectError](err)
	if !ok {
		return err
	}
	text := quoted.ReplaceAllString(failed.Unwrap().Error(), "…")
	return &connectError{err, "cannot connect: " + strings.Join(strings.Fields(text), " ")}
}
