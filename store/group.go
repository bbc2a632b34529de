package store

import (
	"context"
	"database/sql"
	"errors"
	"sync"
	"sync/atomic"
	"time"
)

// maxGroup is how many transactions are committed together at most.
const maxGroup = 256

// groupWriter is the [transactor] of a database with one writer: what comes while one transaction
// is being synced to the disk is committed in the next, all together. Nothing waits for company.
type groupWriter struct {
	conn       *sql.Conn
	guard      *guard    // nil: it leaves soon
	looked     time.Time // when the files were in order
	marks      bool      // the next commit that waits for the disk marks the database
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
	sure   bool       // if it fails, so does the whole transaction: it changes nothing halfway
	light  bool       // it need not be on the disk
	result chan error // has space for the one result
}

func newGroupWriter(ctx context.Context, db *sql.DB, g *guard) (*groupWriter, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	w := &groupWriter{
		conn: conn, guard: g, statements: make(map[string]*sql.Stmt), jobs: make(chan *job, maxGroup),
		closing: make(chan struct{}), done: make(chan struct{}), relaxed: true, // as its connection is opened
	}
	go w.run()
	return w, nil
}

// transact implements [transactor].
func (w *groupWriter) transact(ctx context.Context, light bool, do func(context.Context, session) error) error {
	return w.await(&job{ctx: ctx, do: do, light: light})
}

// change implements [transactor].
func (w *groupWriter) change(ctx context.Context, light bool, queries []string, args []any) (int64, error) {
	var n int64
	err := w.await(&job{ctx: ctx, sure: true, light: light, do: func(ctx context.Context, s session) (err error) {
		n, err = s.first(ctx, queries, args)
		return err
	}})
	if err != nil {
		return 0, err // n may be written yet
	}
	return n, nil
}

// await has the writer do a job. If its context ends first, the job may still be
// done.
func (w *groupWriter) await(j *job) error {
	j.result = make(chan error, 1)
	if err := w.hand(j); err != nil {
		return err
	}
	select {
	case err := <-j.result:
		return err
	case <-w.done:
		return j.last()
	case <-j.ctx.Done():
		return &unfinishedError{err: j.ctx.Err(), wait: func() {
			select {
			case <-j.result:
			case <-w.done:
			}
		}}
	}
}

// hand gives a job to the writer.
func (w *groupWriter) hand(j *job) error {
	select {
	case <-w.closing:
		return errClosed
	default:
	}
	select {
	case w.jobs <- j:
		return nil
	case <-w.closing:
		return errClosed
	case <-j.ctx.Done():
		return j.ctx.Err()
	}
}

// last is the result of a job when the writer has ended.
func (j *job) last() error {
	select {
	case err := <-j.result:
		return err
	default:
		return errClosed // it came too late
	}
}

// close ends the writer when it has done what was handed over.
func (w *groupWriter) close() error {
	if !w.closed.CompareAndSwap(false, true) {
		<-w.done
		return nil
	}
	close(w.closing)
	<-w.done
	var errs []error
	for _, s := range w.statements {
		errs = append(errs, s.Close())
	}
	if w.guard.damaged() == nil { // the last connection that is closed copies the journal, and removes it
		errs = append(errs, w.conn.Close())
	}
	return errors.Join(errs...)
}

func (w *groupWriter) run() {
	defer close(w.done)
	for {
		select {
		case j := <-w.jobs:
			w.commit(w.group([]*job{j}))
		case <-w.closing:
			for group := w.group(nil); len(group) > 0; group = w.group(nil) {
				w.commit(group)
			}
			w.looked = time.Time{} // before all is copied
			_ = w.look()
			return
		}
	}
}

// group is some jobs with those that wait already.
func (w *groupWriter) group(group []*job) []*job {
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

// commit runs jobs in one transaction, each so that its failure is its own, and
// tells them their results when the transaction is on the disk. If that fails, it
// has failed for all: also what a job was refused for is not stored then.
func (w *groupWriter) commit(group []*job) {
	results := make([]error, len(group))
	err := w.transaction(group, func(ctx context.Context) error {
		for i, j := range group {
			if results[i] = j.ctx.Err(); results[i] != nil {
				continue // nobody waits for it
			}
			if j.sure || len(group) == 1 {
				if err := j.do(ctx, w); err != nil {
					return err
				}
			} else if err := w.revocably(ctx, j.do, &results[i]); err != nil {
				return err
			}
		}
		return nil
	})
	for i, j := range group {
		if err != nil {
			results[i] = err
		}
		j.result <- w.guard.judge(results[i])
	}
}

// transaction runs do in a transaction of some jobs. It uses a context of its
// own: what is begun in a group must not end because one of its members does not
// wait.
func (w *groupWriter) transaction(group []*job, do func(context.Context) error) error {
	ctx := context.Background()
	if err := w.look(); err != nil {
		return err
	}
	if err := w.relax(ctx, group); err != nil {
		return err
	}
	if _, err := w.exec(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	err := do(ctx)
	marks := w.marks && !w.relaxed
	if err == nil && marks {
		_, err = w.exec(ctx, keepMark, w.guard.witness.mark+1)
	}
	if err == nil {
		_, err = w.exec(ctx, "COMMIT")
	}
	if err != nil {
		_, _ = w.exec(ctx, "ROLLBACK") // it fails where the transaction has ended by itself
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
func (w *groupWriter) relax(ctx context.Context, group []*job) error {
	relaxed := true
	for _, j := range group {
		relaxed = relaxed && j.light
	}
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
func (w *groupWriter) revocably(ctx context.Context, do func(context.Context, session) error, result *error) error {
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

// query implements [session].
func (w *groupWriter) query(ctx context.Context, query string, args []any, row func(scan) error) error {
	s, err := w.statement(ctx, query)
	if err != nil {
		return err
	}
	return queryRows(ctx, s, args, row)
}

// first implements [session].
func (w *groupWriter) first(ctx context.Context, queries []string, args []any) (n int64, err error) {
	for _, query := range queries {
		if n, err = w.exec(ctx, query, args...); n > 0 || err != nil {
			break
		}
	}
	return n, err
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

// prepared is a [reader] that prepares each query once.
type prepared struct {
	db         *sql.DB
	guard      *guard   // nil: it leaves soon
	statements sync.Map // *sql.Stmt by the query
}

// query implements [reader].
func (p *prepared) query(ctx context.Context, query string, args []any, row func(scan) error) error {
	return p.guard.judge(p.ask(ctx, query, args, row))
}

func (p *prepared) ask(ctx context.Context, query string, args []any, row func(scan) error) error {
	s, ok := p.statements.Load(query)
	if !ok {
		fresh, err := p.db.PrepareContext(ctx, query)
		if err != nil {
			return err
		}
		if s, ok = p.statements.LoadOrStore(query, fresh); ok { // somebody else was faster
			if err := fresh.Close(); err != nil {
				return err
			}
		}
	}
	return queryRows(ctx, s.(*sql.Stmt), args, row)
}

// queryRows calls row for every row that a statement gives.
func queryRows(ctx context.Context, statement *sql.Stmt, args []any, row func(scan) error) error {
	found, err := statement.QueryContext(ctx, args...)
	if err != nil {
		return err
	}
	defer found.Close()
	return each(found, row)
}

// close ends the reader. Nothing may be asked of it at the same time.
func (p *prepared) close() error {
	var errs []error
	p.statements.Range(func(_, s any) bool {
		errs = append(errs, s.(*sql.Stmt).Close())
		return true
	})
	return errors.Join(errs...)
}
