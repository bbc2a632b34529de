package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"slices"
	"sync"
	"time"
)

// maxGroup is how many transactions are committed together at most.
const maxGroup = 256

// groupWriter is the [transactor] of a database with one writer: what comes while one transaction
// is being synced to the disk is committed in the next, all together. Nothing waits for company.
type groupWriter struct {
	conn     *sql.Conn
	prepared *prepared
	session  session       // of conn
	guard    *guard        // nil: it leaves soon
	looked   time.Time     // when the files were in order
	marks    bool          // the next commit that waits for the disk marks the database
	relaxed  bool          // commits do not wait for the disk now
	jobs     chan *job     // without a buffer: the writer does each job that it has received
	stop     func()        // closes closing
	closing  chan struct{} // closed when no more jobs are taken
	done     chan struct{} // closed when the writer has ended
}

// job is a function to run in a transaction.
type job struct {
	ctx    context.Context
	do     func(context.Context, session) error
	light  bool       // it need not be on the disk
	result chan error // has space for the one result
}

func newGroupWriter(ctx context.Context, db *sql.DB, g *guard) (*groupWriter, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	w := &groupWriter{
		conn: conn, prepared: &prepared{on: conn}, guard: g, jobs: make(chan *job),
		closing: make(chan struct{}), done: make(chan struct{}), relaxed: true, // as its connection is opened
	}
	w.session = w.prepared.session
	w.stop = sync.OnceFunc(func() { close(w.closing) })
	go w.run()
	return w, nil
}

// transact implements [transactor].
func (w *groupWriter) transact(ctx context.Context, light bool, do func(context.Context, session) error) error {
	return w.await(&job{ctx: ctx, do: do, light: light})
}

// change implements [transactor].
func (w *groupWriter) change(ctx context.Context, light bool, queries []string, args []any) (int64, error) {
	return transacted(ctx, w, light, func(ctx context.Context, s session) (int64, error) { return s.first(ctx, queries, args) })
}

// await has the writer do a job. If its context ends first, the job may still be
// done.
func (w *groupWriter) await(j *job) error {
	select {
	case <-w.closing:
		return errClosed
	default:
	}
	j.result = make(chan error, 1)
	select {
	case w.jobs <- j:
	case <-w.done:
		return errClosed
	case <-j.ctx.Done():
		return j.ctx.Err()
	}
	select {
	case err := <-j.result:
		return err
	case <-j.ctx.Done():
		return &unfinishedError{err: j.ctx.Err(), wait: func() { <-j.result }}
	}
}

// close ends the writer when it has done what waits for it.
func (w *groupWriter) close() error {
	w.stop()
	<-w.done
	if w.guard.damaged() != nil {
		return nil // the last connection that is closed copies the journal, and removes it
	}
	return errors.Join(w.prepared.close(), w.conn.Close())
}

func (w *groupWriter) run() {
	defer close(w.done)
	for {
		select {
		case j := <-w.jobs:
			w.commit(w.group(j))
		case <-w.closing:
			for group := w.group(); len(group) > 0; group = w.group() {
				w.commit(group)
			}
			w.looked = time.Time{} // before all is copied
			_ = w.look()
			return
		}
	}
}

// group returns some jobs with those that wait already.
func (w *groupWriter) group(group ...*job) []*job {
	for len(group) < maxGroup {
		select {
		case j := <-w.jobs:
			group = append(group, j)
		default:
			return group
		}
	}
	return group
}

// commit runs jobs in one transaction, and sends them their results when the transaction is on the
// disk. If that fails, it has failed for all: also what a job was refused for is not stored then.
func (w *groupWriter) commit(group []*job) {
	results := make([]error, len(group))
	err := w.transaction(group, results)
	for i, j := range group {
		j.result <- w.guard.judge(cmp.Or(err, results[i]))
	}
}

// transaction runs jobs, and notes the result of each that fails alone. It uses a context of its own:
// the group must not end because one of its callers does not wait.
func (w *groupWriter) transaction(group []*job, results []error) (err error) {
	ctx := context.Background()
	if err := w.look(); err != nil {
		return err
	}
	if err := w.relax(ctx, !slices.ContainsFunc(group, func(j *job) bool { return !j.light })); err != nil {
		return err
	}
	if _, err := w.session.exec(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_, _ = w.session.exec(ctx, "ROLLBACK") // it fails where the transaction has ended by itself
		}
	}()
	for i, j := range group {
		if results[i] = j.ctx.Err(); results[i] != nil {
			continue // its caller has gone
		}
		if len(group) == 1 { // it fails with the transaction, which takes less than a savepoint
			err = j.do(ctx, w.session)
		} else {
			results[i], err = w.revocably(ctx, j)
		}
		if err != nil {
			return err
		}
	}
	marks := w.marks && !w.relaxed
	if marks {
		if _, err := w.session.exec(ctx, keepMark, w.guard.witness.mark+1); err != nil {
			return err
		}
	}
	if _, err := w.session.exec(ctx, "COMMIT"); err != nil {
		return err
	}
	if marks {
		w.marks = false
		_ = w.guard.note(false, func(seen *witness) { seen.mark++ }) // if it fails, the one before holds
	}
	return nil
}

// relax has the next commit wait for the disk or not. The pragma works when it is
// prepared, so it is prepared each time.
func (w *groupWriter) relax(ctx context.Context, relaxed bool) error {
	if relaxed == w.relaxed {
		return nil
	}
	pragma := "PRAGMA synchronous = FULL"
	if relaxed {
		pragma = "PRAGMA synchronous = NORMAL"
	}
	_, err := w.conn.ExecContext(ctx, pragma)
	if err == nil {
		w.relaxed = relaxed
	}
	return err
}

// revocably runs a job so that if it fails, nothing of it is left in the
// transaction. The error is one of the transaction.
func (w *groupWriter) revocably(ctx context.Context, j *job) (result, err error) {
	if _, err := w.session.exec(ctx, "SAVEPOINT job"); err != nil {
		return nil, err
	}
	if result = j.do(ctx, w.session); result != nil {
		if _, err := w.session.exec(ctx, "ROLLBACK TO job"); err != nil {
			return nil, err
		}
	}
	_, err = w.session.exec(ctx, "RELEASE job")
	return result, err
}
