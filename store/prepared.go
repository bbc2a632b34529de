package store

import (
	"context"
	"database/sql"
	"errors"
	"sync"
)

// prepared prepares each query once. It is safe for concurrent use if the field on is.
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
