package store

import (
	"context"
	"database/sql"
	"sync/atomic"

	"othellobot/game"
)

// Interrupted is a PostgreSQL store in which something happens once, inside a
// transaction: before the statement of that number, from 0. The other result
// reports whether it has happened.
func Interrupted(s *Store, statement int64, happens func()) (game.Store, func() bool) {
	d := *s.Store.(*database)
	left := new(atomic.Int64)
	left.Store(statement)
	d.write = interruptedWriter{d.write, func() {
		if left.Add(-1) == -1 {
			happens()
		}
	}}
	return &d, func() bool { return left.Load() < 0 }
}

type interruptedWriter struct {
	transactor
	before func() // each statement
}

func (w interruptedWriter) transact(ctx context.Context, do func(context.Context, session) error) error {
	return w.transactor.transact(ctx, func(ctx context.Context, s session) error {
		return do(ctx, interruptedSession{s, w.before})
	})
}

type interruptedSession struct {
	session
	before func()
}

func (s interruptedSession) exec(ctx context.Context, query string, args ...any) (int64, error) {
	s.before()
	return s.session.exec(ctx, query, args...)
}

func (s interruptedSession) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	s.before()
	return s.session.QueryContext(ctx, query, args...)
}
