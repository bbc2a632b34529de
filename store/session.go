package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"othellobot/game"
)

// scan reads the columns of one row.
type scan func(columns ...any) error

// reader asks for rows.
type reader interface {
	// query calls row for every row that the query gives.
	query(ctx context.Context, query string, args []any, row func(scan) error) error
}

// session is a transaction under way.
type session interface {
	reader
	// exec returns how many rows were changed.
	exec(ctx context.Context, query string, args ...any) (int64, error)
	// first makes the first of some statements that changes rows, and returns how many. They take
	// the same arguments, and the last one alone does what is to be done.
	first(ctx context.Context, queries []string, args []any) (int64, error)
	// all does statements one after the other, on one way to the server and back, and none
	// behind one that fails.
	all(ctx context.Context, statements ...statement) error
}

// statement is one with its arguments. It calls row for every row that it gives, unless that
// is nil.
type statement struct {
	query string
	args  []any
	row   func(scan) error
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

// unfinishedError says that somebody did not wait for what they began.
type unfinishedError struct {
	err  error
	wait func() // until it has ended
}

// ended reports whether what failed with an error is not under way any more.
func ended(err error) bool {
	var unfinished *unfinishedError
	return !errors.As(err, &unfinished)
}

func (e *unfinishedError) Error() string { return e.err.Error() }

// Unwrap is why they did not wait.
func (e *unfinishedError) Unwrap() error { return e.err }

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
	// changing is called before rooms change whose names begin with a prefix, but for those that are
	// saved, and what it returns when that has ended.
	changing func(prefix string) (end func())
	// surely reports whether what failed with an error is not stored, and will not be.
	surely func(error) bool
	scrub  func(context.Context) error // empties the files of what was overwritten
	// steady ends a query of rows that must stay as they are until the transaction ends;
	// empty where there is one transaction at a time.
	steady string
	// writers asks which transactions may be changing the tables; empty where there is one
	// transaction at a time.
	writers string
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

// storeOf is the store over a database, with what stands before it.
func storeOf(d *database, games game.Store, installs Installs) *Store {
	return &Store{Store: games, Operators: d, Installs: installs, Leases: databaseLeases{d}, limits: &d.limits, playing: d.playing, check: d.check}
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

// anyPrefix is the condition that a place begins with one of the prefixes, with
// its arguments after the others.
func anyPrefix(prefixes []string, args []any) (string, []any) {
	conditions := []string{"1 = 0"}
	for _, p := range prefixes {
		args = append(args, p)
		conditions = append(conditions, fmt.Sprintf(`substr(place, 1, %d) = $%d`, len([]rune(p)), len(args)))
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

// tenures are the prefixes of a name on which tombstones can stand: those up to its
// first three slashes, "" where it has fewer.
func tenures(name string) (prefixes [3]string) {
	end := 0
	for i := range prefixes {
		slash := strings.IndexByte(name[end:], '/')
		if slash < 0 {
			break
		}
		end += slash + 1
		prefixes[i] = name[:end]
	}
	return prefixes
}
