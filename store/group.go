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

const maxGroup = 256 // jobs that are committed together

// groupWriter is the [transactor] of SQLite. Jobs that arrive during a commit form the next group, which is
// one transaction.
type groupWriter struct {
	conn      *sql.Conn
	prepared  *prepared
	session   session       // on conn
	guard     *guard        // nil in memory, and in a store of [OpenForOperator]
	checked   time.Time     // when checkFiles last found the files in order
	raiseMark bool          // the next commit that waits for the disk raises the database's mark, see findMark
	async     bool          // commits do not wait for the disk now
	jobs      chan *job     // unbuffered: the writer answers every job that it receives
	closing   chan struct{} // closed when no more jobs are accepted
	done      chan struct{} // closed when the writer has ended
}

type job struct {
	ctx    context.Context
	do     func(context.Context, session) error
	light  bool       // its commit need not wait for the disk
	result chan error // buffered, because the caller may have given up
}

func newGroupWriter(ctx context.Context, db *sql.DB, g *guard) (*groupWriter, error) {
	conn, err := db.Conn(ctx)
	if err != nil {
		return nil, err
	}
	w := &groupWriter{
		conn: conn, prepared: &prepared{on: conn}, guard: g, jobs: make(chan *job),
		closing: make(chan struct{}), done: make(chan struct{}), async: true, // as openLocked sets it
	}
	w.session = w.prepared.session
	go w.run()
	return w, nil
}

func (w *groupWriter) transact(ctx context.Context, light bool, do func(context.Context, session) error) error {
	return w.await(&job{ctx: ctx, do: do, light: light})
}

func (w *groupWriter) change(ctx context.Context, light bool, query string, args ...any) (int64, error) {
	return inTransaction(ctx, w, light, func(ctx context.Context, s session) (int64, error) { return s.exec(ctx, query, args...) })
}

// await returns the result of a job, or an [*unfinishedError] if its context ends after the writer took it.
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
		return &unfinishedError{j.ctx.Err(), func() { <-j.result }}
	}
}

// close runs the waiting jobs, ends the writer and closes its connection.
func (w *groupWriter) close() error {
	close(w.closing)
	<-w.done
	if w.guard.damaged() != nil {
		return nil // closing the last connection would copy the journal into the file
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
			w.checked = time.Time{} // check the files once more before closing copies the journal
			_ = w.checkFiles()
			return
		}
	}
}

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

// commit runs jobs in one transaction and then sends their results. If the transaction fails, refused jobs fail
// with it: another job's change, now undone, may have caused the refusal.
func (w *groupWriter) commit(group []*job) {
	results := make([]error, len(group))
	err := w.transaction(group, results)
	for i, j := range group {
		j.result <- w.guard.wrapError(cmp.Or(err, results[i]))
	}
}

// transaction fills results with the errors of jobs that failed alone.
func (w *groupWriter) transaction(group []*job, results []error) (err error) {
	ctx := context.Background() // the transaction goes on if the caller of one job gives up
	if err := w.checkFiles(); err != nil {
		return err
	}
	if err := w.setAsync(ctx, !slices.ContainsFunc(group, func(j *job) bool { return !j.light })); err != nil {
		return err
	}
	if _, err := w.session.exec(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_, _ = w.session.exec(ctx, "ROLLBACK") // fails if SQLite has already ended the transaction
		}
	}()
	for i, j := range group {
		if results[i] = j.ctx.Err(); results[i] != nil {
			continue // its caller has given up
		}
		if len(group) == 1 { // if it fails, so does the transaction; this costs less than a savepoint
			err = j.do(ctx, w.session)
		} else {
			results[i], err = w.inSavepoint(ctx, j)
		}
		if err != nil {
			return err
		}
	}
	marks := w.raiseMark && !w.async
	if marks {
		if _, err := w.session.exec(ctx, keepMark, w.guard.witness.mark+1); err != nil {
			return err
		}
	}
	if _, err := w.session.exec(ctx, "COMMIT"); err != nil {
		return err
	}
	if marks {
		w.raiseMark = false
		_ = w.guard.updateWitness(false, func(seen *witness) { seen.mark++ }) // if it fails, the lock file keeps the lower mark, which is still true
	}
	return nil
}

// setAsync sets whether the following commits return without waiting for the disk, except in a store without
// a guard. It prepares the pragma each time, because SQLite applies this pragma when it is prepared.
func (w *groupWriter) setAsync(ctx context.Context, async bool) error {
	if w.guard == nil || async == w.async {
		return nil
	}
	pragma := "PRAGMA synchronous = FULL"
	if async {
		pragma = "PRAGMA synchronous = NORMAL"
	}
	_, err := w.conn.ExecContext(ctx, pragma)
	if err == nil {
		w.async = async
	}
	return err
}

// inSavepoint runs a job and undoes its changes if it fails. err is a failure of the whole transaction.
func (w *groupWriter) inSavepoint(ctx context.Context, j *job) (result, err error) {
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

type prepared struct {
	on interface {
		PrepareContext(ctx context.Context, query string) (*sql.Stmt, error)
	}
	statements sync.Map // *sql.Stmt by query
}

func (p *prepared) session(ctx context.Context, statements ...statement) (changed int64, err error) {
	for _, s := range statements {
		known, ok := p.statements.Load(s.query)
		if !ok {
			if known, err = p.on.PrepareContext(ctx, s.query); err != nil {
				return 0, err
			}
			p.statements.Store(s.query, known)
		}
		if changed, err = s.run(ctx, known.(*sql.Stmt)); err != nil {
			return 0, err
		}
	}
	return changed, nil
}

// run returns the number of rows changed, or 0 for a statement that returns rows.
func (s statement) run(ctx context.Context, prepared *sql.Stmt) (int64, error) {
	if s.row == nil {
		result, err := prepared.ExecContext(ctx, s.args...)
		if err != nil {
			return 0, err
		}
		return result.RowsAffected()
	}
	found, err := prepared.QueryContext(ctx, s.args...)
	if err != nil {
		return 0, err
	}
	defer found.Close()
	return 0, each(found, s.row)
}

// close closes the statements of an [sql.Conn]. Without that SQLite would not remove its journal. An
// [sql.DB] closes its own.
func (p *prepared) close() error {
	var errs []error
	for _, s := range p.statements.Range {
		errs = append(errs, s.(*sql.Stmt).Close())
	}
	return errors.Join(errs...)
}
