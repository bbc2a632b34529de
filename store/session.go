package store

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

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
// nobody waited for it, it may end yet, and write what came of it then.
func transacted[T any](ctx context.Context, w transactor, do func(context.Context, session) (T, error)) (T, error) {
	var result, none T
	err := w.transact(ctx, func(ctx context.Context, s session) (err error) {
		result, err = do(ctx, s)
		return err
	})
	if err != nil {
		return none, err
	}
	return result, nil
}

// firstOf asks queries in turn until one gives a row.
func firstOf(ctx context.Context, r reader, queries []string, args []any, row func(scan) error) error {
	given := false
	for _, query := range queries {
		err := r.query(ctx, query, args, func(scan scan) error {
			given = true
			return row(scan)
		})
		if given || err != nil {
			return err
		}
	}
	return nil
}

// transactor changes a database. What it does is durable when it returns without
// an error, but for notes. An [*unfinishedError] says that it may be done yet.
type transactor interface {
	// transact runs a function in a transaction. If the function fails, its error is
	// returned and nothing has changed.
	transact(ctx context.Context, do func(context.Context, session) error) error
	// change is a transaction of one statement, which returns how many rows were
	// changed.
	change(ctx context.Context, query string, args ...any) (int64, error)
	// note is a transaction of the first of some statements that gives a row. It waits for
	// no disk: what it stores survives the process and not the machine.
	note(ctx context.Context, queries []string, args []any, row func(scan) error) error
	// advance makes a move, and returns the messages that slots no longer hold. It
	// reports whether the move fitted what is stored; else nothing has changed.
	advance(ctx context.Context, m move) (retired []game.Slot, done bool, err error)
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
	// conflicts reports whether an error says that a change does not fit what is
	// stored.
	conflicts func(error) bool
	// surely reports whether what failed with an error is not stored, and will not be.
	surely func(error) bool
	scrub  func(context.Context) error // as [game.Store] has it
	// steady ends a query of rows that must stay as they are until the transaction ends;
	// empty where there is one transaction at a time.
	steady string
	// writers asks which transactions may be changing the tables; empty where there is one
	// transaction at a time.
	writers string
	// sizeQuery asks for the size of the database in bytes.
	sizeQuery string
	// delivered is the id of the delivery that was looked at last for whether it is to be
	// forgotten, a string.
	delivered atomic.Value
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

// row is a game as the columns of its table hold it.
type row struct {
	id         int64
	place      string
	version    int64
	stage      int64
	duel       int64
	challenger string
	ended      int64
	due        int64
	state      string
}

// move is a change of one running game, by somebody who is in it already: nearly
// all changes are.
type move struct {
	row
	before int64 // the version that it is made of
	change game.Change
}

var errClosed = errors.New("the store is closed")
