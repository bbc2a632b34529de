package store

import (
	"context"
	"errors"

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
	// note is a transaction of one statement that waits for no disk: what it stores
	// survives the process and not the machine.
	note(ctx context.Context, query string, args []any, row func(scan) error) error
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
