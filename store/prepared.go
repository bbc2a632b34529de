package store

import (
	"context"
	"database/sql"
	"errors"
	"sync"
)

// prepared is a [reader] that prepares each query once.
type prepared struct {
	db *sql.DB

	mu         sync.Mutex
	statements map[string]*sql.Stmt
}

func newPrepared(db *sql.DB) *prepared {
	return &prepared{db: db, statements: make(map[string]*sql.Stmt)}
}

// QueryContext implements [reader].
func (p *prepared) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	statement, err := p.statement(query)
	if err != nil {
		return nil, err
	}
	return statement.QueryContext(ctx, args...)
}

func (p *prepared) statement(query string) (*sql.Stmt, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if s := p.statements[query]; s != nil {
		return s, nil
	}
	s, err := p.db.Prepare(query)
	if err == nil {
		p.statements[query] = s
	}
	return s, err
}

func (p *prepared) close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	var errs []error
	for _, s := range p.statements {
		errs = append(errs, s.Close())
	}
	return errors.Join(errs...)
}
