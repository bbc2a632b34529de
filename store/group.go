package store

import (
	"context"
	"database/sql"
	"errors"
	"time"

	"othellobot/game"
)

// maxGroup is how many transactions are committed together at most.
const maxGroup = 256

// noteCompany is how long a note waits at most for a change that it can be
// committed with, which costs a fraction of a commit of its own.
const noteCompany = 50 * time.Millisecond

const (
	revocable jobKind = iota // it may fail by itself, halfway
	sure                     // if it fails, so does the whole transaction
	note                     // sure, and need not be on the disk
)

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
func (w *groupWriter) transact(ctx context.Context, do func(context.Context, session) error) error {
	return w.await(&job{ctx: ctx, do: do, kind: revocable})
}

// change implements [transactor].
func (w *groupWriter) change(ctx context.Context, query string, args ...any) (int64, error) {
	var n int64
	err := w.await(&job{ctx: ctx, kind: sure, do: func(ctx context.Context, s session) (err error) {
		n, err = s.exec(ctx, query, args...)
		return err
	}})
	if err != nil {
		return 0, err // n may be written yet
	}
	return n, nil
}

// note implements [transactor].
func (w *groupWriter) note(ctx context.Context, queries []string, args []any, row func(scan) error) error {
	return w.await(&job{ctx: ctx, kind: note, do: func(ctx context.Context, s session) error {
		return firstOf(ctx, s, queries, args, row)
	}})
}

// advance implements [transactor]. The first statement finds out whether the move
// fits, so that nothing has to be taken back.
func (w *groupWriter) advance(ctx context.Context, m move) ([]game.Slot, bool, error) {
	var held []game.Slot
	var done bool
	err := w.await(&job{ctx: ctx, kind: sure, do: func(ctx context.Context, s session) error {
		over := tenures(m.place)
		if c := m.change; c.Delivery != "" {
			n, err := s.exec(ctx, deliverMove, string(c.Delivery), c.Now.UnixMilli(), m.id, m.version, m.before, over[0], over[1], over[2])
			if n == 0 || err != nil {
				return err
			}
		}
		n, err := advanceRow(ctx, s, m.row, m.before, m.change.Now)
		if n == 0 || err != nil {
			return err
		}
		done = true
		held, err = applySlots(ctx, s, m.change)
		return err
	}})
	if err != nil {
		return nil, false, err // the others may be written yet
	}
	return held, done, nil
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
	var notes []*job
	var alone <-chan time.Time // receives when they have waited for long enough
	for {
		select {
		case j := <-w.jobs:
			if j.kind == note && len(notes) < maxGroup {
				if notes = append(notes, j); alone == nil {
					alone = time.After(noteCompany)
				}
				continue
			}
			w.commit(w.group(append(notes, j)))
		case <-alone:
			w.commit(notes)
		case <-w.closing:
			for notes = w.group(notes); len(notes) > 0; notes = w.group(nil) {
				w.commit(notes)
			}
			w.since = lookAfter // before all is copied
			_ = w.look(context.Background())
			return
		}
		notes, alone = nil, nil
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
			if j.kind != revocable || len(group) == 1 {
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
	if err := w.look(ctx); err != nil {
		return err
	}
	w.since += len(group)
	if err := w.relax(ctx, group); err != nil {
		return err
	}
	if _, err := w.exec(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	err := do(ctx)
	marks := w.marks && !w.relaxed
	if err == nil && marks {
		_, err = w.exec(ctx, keepMark, w.guard.mark+1)
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
		_ = w.guard.marked(w.guard.mark + 1) // if it fails, the one before holds
	}
	return nil
}

// relax has the next commit wait for the disk or not. The pragma works when it is
// prepared, so it is prepared each time.
func (w *groupWriter) relax(ctx context.Context, group []*job) error {
	relaxed := true
	for _, j := range group {
		relaxed = relaxed && j.kind == note
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
