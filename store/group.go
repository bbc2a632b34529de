package store

import (
	"context"
	"database/sql"
	"errors"
	"sync"
)

// maxGroup is how many transactions are committed together at most.
const maxGroup = 256

var errClosed = errors.New("the store is closed")

// groupWriter is the [transactor] of a database with one writer: what comes
// while one transaction is being synced to the disk is committed in the next, all
// together. Nothing waits for company.
type groupWriter struct {
	conn       *sql.Conn
	statements map[string]*sql.Stmt
	jobs       chan *job
	done       chan struct{} // closed when the writer has ended

	mu     sync.RWMutex // held for reading while a job is handed over
	closed bool
}

// job is a function to run in a transaction.
type job struct {
	ctx    context.Context
	do     func(context.Context, session) error
	result chan error // has space for the one result
}

func newGroupWriter(ctx context.Context, db *sql.DB) (*groupWriter, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	w := &groupWriter{
		conn: conn, statements: make(map[string]*sql.Stmt),
		jobs: make(chan *job, maxGroup), done: make(chan struct{}),
	}
	go w.run()
	return w, nil
}

// transact implements [transactor]. If ctx ends first, the transaction may still
// be made.
func (w *groupWriter) transact(ctx context.Context, do func(context.Context, session) error) error {
	j := &job{ctx: ctx, do: do, result: make(chan error, 1)}
	if err := w.hand(j); err != nil {
		return err
	}
	select {
	case err := <-j.result:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// change implements [transactor], with the same reserve.
func (w *groupWriter) change(ctx context.Context, query string, args ...any) (int64, error) {
	var n int64
	err := w.transact(ctx, func(ctx context.Context, s session) (err error) {
		n, err = s.exec(ctx, query, args...)
		return err
	})
	if err != nil {
		return 0, err // n may be written yet
	}
	return n, nil
}

// hand gives a job to the writer.
func (w *groupWriter) hand(j *job) error {
	w.mu.RLock()
	defer w.mu.RUnlock()
	if w.closed {
		return errClosed
	}
	select {
	case w.jobs <- j:
		return nil
	case <-j.ctx.Done():
		return j.ctx.Err()
	}
}

// close ends the writer when it has done what was handed over.
func (w *groupWriter) close() error {
	w.mu.Lock()
	closing := !w.closed
	if closing {
		w.closed = true
		close(w.jobs)
	}
	w.mu.Unlock()
	<-w.done
	if !closing {
		return nil
	}
	var errs []error
	for _, s := range w.statements {
		errs = append(errs, s.Close())
	}
	return errors.Join(append(errs, w.conn.Close())...)
}

func (w *groupWriter) run() {
	defer close(w.done)
	for first := range w.jobs {
		w.commit(w.group(first))
	}
}

// group is a job with those that wait already.
func (w *groupWriter) group(first *job) []*job {
	group := []*job{first}
	for len(group) < maxGroup {
		select {
		case j, ok := <-w.jobs:
			if !ok {
				return group
			}
			group = append(group, j)
		default:
			return group
		}
	}
	return group
}

// commit runs jobs in one transaction, each so that its failure is its own, and
// tells them their results when the transaction is on the disk. If that fails, it
// has failed for all: also what a job was refused for is not stored then.
func (w *groupWriter) commit(group []*job) {
	results := make([]error, len(group))
	err := w.transaction(func(ctx context.Context) error {
		for i, j := range group {
			if results[i] = j.ctx.Err(); results[i] != nil {
				continue // nobody waits for it
			}
			if err := w.alone(ctx, j.do, &results[i]); err != nil {
				return err
			}
		}
		return nil
	})
	for i, j := range group {
		if err != nil {
			results[i] = err
		}
		j.result <- results[i]
	}
}

// transaction runs do in a transaction. It uses a context of its own: what is
// begun in a group must not end because one of its members does not wait.
func (w *groupWriter) transaction(do func(context.Context) error) error {
	ctx := context.Background()
	if _, err := w.exec(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	err := do(ctx)
	if err == nil {
		_, err = w.exec(ctx, "COMMIT")
	}
	if err != nil {
		_, _ = w.exec(ctx, "ROLLBACK") // it fails where the transaction has ended by itself
	}
	return err
}

// alone runs a job so that if it fails, nothing of it is left in the
// transaction. The error is one of the transaction.
func (w *groupWriter) alone(ctx context.Context, do func(context.Context, session) error, result *error) error {
	if _, err := w.exec(ctx, "SAVEPOINT job"); err != nil {
		return err
	}
	if *result = do(ctx, w); *result != nil {
		if _, err := w.exec(ctx, "ROLLBACK TO job"); err != nil {
			return err
		}
	}
	_, err := w.exec(ctx, "RELEASE job")
	return err
}

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

// QueryContext implements [session].
func (w *groupWriter) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	s, err := w.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	return s.QueryContext(ctx, args...)
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
