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

// scan reads the columns of one row.
type scan func(columns ...any) error

// reader asks for rows.
type reader interface {
	// query calls row for every row that the query gives.
	query(ctx context.Context, query string, args []any, row func(scan) error) error
}

// statement is one with its arguments. It calls row for every row that it gives, unless that
// is nil.
type statement struct {
	query string
	args  []any
	row   func(scan) error
}

// session makes statements one after the other, on one way to the server and back, and none behind
// one that fails. It returns how many rows the last one has changed.
type session func(ctx context.Context, statements ...statement) (changed int64, err error)

// exec returns how many rows were changed.
func (s session) exec(ctx context.Context, query string, args ...any) (int64, error) {
	return s(ctx, statement{query, args, nil})
}

// query implements [reader].
func (s session) query(ctx context.Context, query string, args []any, row func(scan) error) error {
	return s.all(ctx, statement{query, args, row})
}

// all makes some statements.
func (s session) all(ctx context.Context, statements ...statement) error {
	_, err := s(ctx, statements...)
	return err
}

// first makes the first of some statements that changes rows, and returns how many. They take
// the same arguments.
func (s session) first(ctx context.Context, queries []string, args []any) (n int64, err error) {
	for _, query := range queries {
		if n, err = s.exec(ctx, query, args...); n > 0 || err != nil {
			break
		}
	}
	return n, err
}

// column reads the only column of a query's rows.
func column[T any](ctx context.Context, r reader, query string, args ...any) ([]T, error) {
	return listed(ctx, r, query, args, func(scan scan) (one T, err error) {
		err = scan(&one)
		return one, err
	})
}

// listed collects a query's rows, each made by read.
func listed[T any](ctx context.Context, r reader, query string, args []any, read func(scan) (T, error)) (list []T, err error) {
	err = r.query(ctx, query, args, func(scan scan) error {
		one, err := read(scan)
		list = append(list, one)
		return err
	})
	return list, err
}

// transacted makes a transaction, and gives what came of it, nothing where that failed: if
// its caller has not waited for it, it may end yet, and write what came of it then.
func transacted[T any](ctx context.Context, w transactor, light bool, do func(context.Context, session) (T, error)) (T, error) {
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

// transactor changes a database. What it does is durable when it returns without an error, but for
// what is light: that waits for no disk, and survives the process and not the machine. An
// [*unfinishedError] says that it may be done yet.
type transactor interface {
	// transact runs a function in a transaction. If the function fails, its error is
	// returned and nothing has changed.
	transact(ctx context.Context, light bool, do func(context.Context, session) error) error
	// change is [session.first] as a transaction of its own.
	change(ctx context.Context, light bool, queries []string, args []any) (int64, error)
}

// unfinishedError reports that the caller gave up before a change ended.
type unfinishedError struct {
	err  error
	wait func() // until it has ended
}

func (e *unfinishedError) Error() string { return e.err.Error() }

// Unwrap returns why the caller gave up.
func (e *unfinishedError) Unwrap() error { return e.err }

// ended reports whether what failed with an error is not under way any more.
func ended(err error) bool {
	_, unfinished := errors.AsType[*unfinishedError](err)
	return !unfinished
}

// whenEnded calls do when the change has ended that returned an error: later, if its caller has not
// waited for it.
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

// rows are those of a query, of any driver.
type rows interface {
	Next() bool
	Scan(columns ...any) error
	Err() error
}

// each calls row for every one of them.
func each(found rows, row func(scan) error) error {
	for found.Next() {
		if err := row(found.Scan); err != nil {
			return err
		}
	}
	return found.Err()
}

// database implements [game.Store] and [Installs] by queries.
type database struct {
	timing game.Timing
	limits Limits
	shared bool // with other processes, which may run a newer version of the program
	read   reader
	write  transactor
	// surely reports whether what failed with an error is not stored, and will not be.
	surely func(error) bool
	scrub  func(context.Context) error // empties the files of what was overwritten
	// steady ends a query of rows that must stay as they are until the transaction ends;
	// empty where there is one transaction at a time.
	steady string
	// sizeQuery asks for the size of the database in bytes.
	sizeQuery string
	// clock is an expression for the time by the database's clock, in Unix milliseconds.
	clock string
}

// failure is the error of a change, which tells whether that is surely not stored.
func (d *database) failure(err error) error {
	if err == nil || errors.Is(err, game.ErrStale) || errors.Is(err, game.ErrDuplicate) || !d.surely(err) {
		return err
	}
	return fmt.Errorf("%w: %w", game.ErrNotStored, err)
}

// change makes one statement, and returns how many rows it has changed.
func (d *database) change(ctx context.Context, query string, args ...any) (int64, error) {
	return d.write.change(ctx, false, []string{query}, args)
}

var errClosed = errors.New("the store is closed")

// storeOf returns the store over a database, by what games may stand before it.
func storeOf(d *database, games people.Store, close func() error) *Store {
	return &Store{Store: games, Operators: d, Installs: databaseInstalls{d}, Leases: databaseLeases{d}, Shared: d.shared, limits: &d.limits, close: close}
}

// Limits say how long one call of a database may take, so that one that is silent stops
// nobody. Zero is no limit.
type Limits struct {
	Attempt time.Duration // of what somebody waits for, and tries again
	Search  time.Duration // for what is due, or for all games of a player
	Sweep   time.Duration // of all that is to be forgotten
}

// limited puts a limit on the rest of a call, which ends by calling the result.
func limited(ctx *context.Context, limit time.Duration) (end context.CancelFunc) {
	if limit == 0 {
		return func() {}
	}
	*ctx, end = context.WithTimeout(*ctx, limit)
	return end
}

// anyPrefix is the condition that a name in a column begins with one of the prefixes, with
// its arguments after the others.
func anyPrefix(column string, prefixes []string, args []any) (string, []any) {
	conditions := []string{"1 = 0"}
	for _, p := range prefixes {
		args = append(args, p)
		conditions = append(conditions, fmt.Sprintf(`substr(%s, 1, %d) = $%d`, column, len([]rune(p)), len(args)))
	}
	return strings.Join(conditions, " OR "), args
}

// afterAll is the first text, by its bytes, behind all that begin with a prefix that ends with
// a slash, or behind the name itself if that is none.
func afterAll(name string) string {
	if prefix, ok := strings.CutSuffix(name, "/"); ok {
		return prefix + "0"
	}
	return name + "\x01"
}

// above returns the prefixes of the tombstones that can stand over a place: its tenant's and its
// channel's.
func above(at game.Place) (tenant, channel string) {
	of, _ := at.Channel()
	return string(at.Tenant()), string(of)
}
