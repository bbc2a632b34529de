package store

import (
	"context"
	"database/sql"
	"errors"
	"sync"
)

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
