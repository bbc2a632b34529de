package store

import (
	"context"
	"database/sql"
	"sync/atomic"
	"time"
)

// groupWriter is the [transactor] of a database with one writer: what comes
// while one transaction is being synced to the disk is committed in the next, all
// together. Nothing waits for company but notes, whose sender nobody waits for.
type groupWriter struct {
	conn       *sql.Conn
	guard      *guard    // nil: it leaves soon
	looked     time.Time // when the files were in order
	since      int       // jobs were done
	marks      bool      // the next commit that waits for the disk gets a mark
	statements map[string]*sql.Stmt
	jobs       chan *job
	relaxed    bool          // commits do not wait for the disk now
	closing    chan struct{} // closed when no more jobs are taken
	done       chan struct{} // closed when the writer has ended
	closed     atomic.Bool
}

// job is a function to run in a transaction.
type job struct {
	ctx    context.Context
	do     func(context.Context, session) error
	kind   jobKind
	result chan error // has space for the one result
}

// jobKind says what a job needs.
type jobKind uint8

// exec implements [session].
func (w *groupWriter) exec(ctx context.Context, query string, args ...any) (int64, error) {
	s, err := w.statement(ctx, query)
	if err != nil {
		return 0, err
	}
	result, err := s.ExecContext(ctx, args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// query implements [session].
func (w *groupWriter) query(ctx context.Context, query string, args []any, row func(scan) error) error {
	s, err := w.statement(ctx, query)
	if err != nil {
		return err
	}
	return queryRows(ctx, s, args, row)
}

// all implements [session].
func (w *groupWriter) all(ctx context.Context, statements ...statement) (err error) {
	for _, s := range statements {
		if s.row == nil {
			_, err = w.exec(ctx, s.query, s.args...)
		} else {
			err = w.query(ctx, s.query, s.args, s.row)
		}
		if err != nil {
			break
		}
	}
	return err
}

// statement prepares each query once.
func (w *groupWriter) statement(ctx context.Context, query string) (*sql.Stmt, error) {
	if s := w.statements[query]; s != nil {
		return s, nil
	}
	s, err := w.conn.PrepareContext(ctx, query)
	if err == nil {
		w.statements[query] = s
	}
	return s, err
}
