package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"othellobot/game"
	"othellobot/people"
)

type scan func(columns ...any) error

type reader interface {
	query(ctx context.Context, query string, args []any, row func(scan) error) error
}

type statement struct {
	query string
	args  []any
	row   func(scan) error // for each row of the result; may be nil
}

// session runs statements in order until one fails. PostgreSQL gets them in one batch. It returns the
// number of rows that the last statement changed, if that is not a query.
type session func(ctx context.Context, statements ...statement) (changed int64, err error)

func (s session) exec(ctx context.Context, query string, args ...any) (int64, error) {
	return s(ctx, statement{query, args, nil})
}

func (s session) query(ctx context.Context, query string, args []any, row func(scan) error) error {
	return s.all(ctx, statement{query, args, row})
}

func (s session) all(ctx context.Context, statements ...statement) error {
	_, err := s(ctx, statements...)
	return err
}

// column returns the only column of a query's rows.
func column[T any](ctx context.Context, r reader, query string, args ...any) ([]T, error) {
	return queryRows(ctx, r, query, args, func(scan scan) (one T, err error) {
		err = scan(&one)
		return one, err
	})
}

// one returns the only column of a query's only row, or the zero value if there is no row.
func one[T any](ctx context.Context, r reader, query string, args ...any) (value T, err error) {
	err = r.query(ctx, query, args, func(scan scan) error { return scan(&value) })
	return value, err
}

func queryRows[T any](ctx context.Context, r reader, query string, args []any, read func(scan) (T, error)) (list []T, err error) {
	err = r.query(ctx, query, args, func(scan scan) error {
		one, err := read(scan)
		list = append(list, one)
		return err
	})
	return list, err
}

// inTransaction returns the result of do. After an error it returns the zero value: do may still be running.
func inTransaction[T any](ctx context.Context, w transactor, light bool, do func(context.Context, session) (T, error)) (T, error) {
	var result, none T
	err := w.transact(ctx, light, func(ctx context.Context, s session) (err error) {
		result, err = do(ctx, s)
		return err
	})
	if err != nil {
		return none, err
	}
	return result, nil
}

// transactor changes a database. Except in memory, a change is durable when the call returns without an
// error. A light change may be lost if the machine crashes soon after it. After an [*unfinishedError] the
// change may still be made.
type transactor interface {
	// transact runs do in a transaction, perhaps several times. If do fails, transact fails and changes nothing.
	transact(ctx context.Context, light bool, do func(context.Context, session) error) error
	// change runs [session.exec] as a transaction of its own.
	change(ctx context.Context, light bool, query string, args ...any) (int64, error)
}

// unfinishedError reports that the caller gave up before a change ended.
type unfinishedError struct {
	error
	wait func() // returns when the change has ended
}

func (e *unfinishedError) Unwrap() error { return e.error }

func ended(err error) bool {
	_, unfinished := errors.AsType[*unfinishedError](err)
	return !unfinished
}

// whenEnded calls do once the change that returned err has ended: now, or later in another goroutine.
func whenEnded(err error, do func()) {
	unfinished, ok := errors.AsType[*unfinishedError](err)
	if !ok {
		do()
		return
	}
	go func() {
		unfinished.wait()
		do()
	}()
}

type rows interface {
	Next() bool
	Scan(columns ...any) error
	Err() error
}

func each(found rows, row func(scan) error) error {
	for found.Next() {
		if err := row(found.Scan); err != nil {
			return err
		}
	}
	return found.Err()
}

// database implements [people.Store] by queries.
type database struct {
	timing    game.Timing
	limits    Limits
	shared    bool // other processes may use it, and may run a newer program
	read      reader
	write     transactor
	notStored func(error) bool            // whether the error proves that the change is not stored and never will be
	scrub     func(context.Context) error // removes deleted data from the files
	forShare  string                      // SQL clause that locks a query's rows until the transaction ends; empty if transactions never overlap
	listQuery string                      // SQL function that returns the texts of the JSON list $1, as column value
	sizeQuery string                      // selects the size of the database in bytes
	clock     string                      // SQL expression for the database's time, in Unix milliseconds
}

// failure wraps the error of a change in [game.ErrNotStored] if the change is certainly not stored.
func (d *database) failure(err error) error {
	if err == nil || errors.Is(err, game.ErrStale) || errors.Is(err, game.ErrDuplicate) || !d.notStored(err) {
		return err
	}
	return fmt.Errorf("%w: %w", game.ErrNotStored, err)
}

func (d *database) change(ctx context.Context, query string, args ...any) (int64, error) {
	return d.write.change(ctx, false, query, args...)
}

var errClosed = errors.New("the store is closed")

// newStore returns a store over d. games is d or its cache.
func newStore(d *database, games people.Store, close func() error) *Store {
	return &Store{Store: games, Operators: Operators{d}, Installs: databaseInstalls{d}, Leases: databaseLeases{d}, Shared: d.shared, close: close}
}

// Limits bound the time of calls, so that callers do not hang with the database. 0 means unlimited.
type Limits struct {
	Attempt time.Duration // for a call that a user waits for and may repeat
	Search  time.Duration // for a call that may read or change many rows
	Sweep   time.Duration // for one step of cleaning up
}

// limitTime puts a limit on ctx. The caller must call end.
func limitTime(ctx *context.Context, limit time.Duration) (end context.CancelFunc) {
	if limit == 0 {
		return func() {}
	}
	*ctx, end = context.WithTimeout(*ctx, limit)
	return end
}

// prefixCondition returns the SQL condition that the column begins with one of the prefixes, and appends its
// arguments to args.
func prefixCondition(column string, prefixes []string, args []any) (string, []any) {
	conditions := []string{"1 = 0"}
	for _, p := range prefixes {
		args = append(args, p)
		conditions = append(conditions, fmt.Sprintf(`substr(%s, 1, %d) = $%d`, column, len([]rune(p)), len(args)))
	}
	return strings.Join(conditions, " OR "), args
}

// prefixEnd returns the end of a range of texts, in byte order, that starts at name. If name ends with a
// slash, all texts that begin with name are in the range. Otherwise only name itself is.
func prefixEnd(name string) string {
	if prefix, ok := strings.CutSuffix(name, "/"); ok {
		return prefix + "0"
	}
	return name + "\x01"
}

// tombstonePrefixes returns the prefixes of the tombstones that can cover a place.
func tombstonePrefixes(at game.Place) (tenant, channel string) {
	of, _ := at.Channel()
	return string(at.Tenant()), string(of)
}
