package store

import (
	"context"
	"errors"
	"net"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"
)

// pool is a number of connections to PostgreSQL. It drops all that are idle when
// one has become silent, which others probably share.
type pool struct{ *pgxpool.Pool }

func newPool(ctx context.Context, config *pgxpool.Config, most int) (*pool, error) {
	p := new(pool)
	config = config.Copy()
	config.MaxConns = int32(most)
	config.MaxConnIdleTime = 5 * time.Minute
	config.ShouldPing = func(ctx context.Context, params pgxpool.ShouldPingParams) bool {
		if params.IdleDuration < time.Second {
			return false
		}
		ctx, cancel := context.WithTimeout(ctx, pingTimeout)
		defer cancel()
		err := params.Conn.Ping(ctx)
		if err != nil {
			p.Reset()
		}
		return err != nil // and fail at once, for the connection is closed
	}
	config.BeforeClose = func(conn *pgx.Conn) {
		if conn.IsClosed() { // it failed, and would take its place in the pool until the server says something
			_ = conn.PgConn().Conn().Close()
		}
	}
	var err error
	p.Pool, err = pgxpool.NewWithConfig(ctx, config)
	return p, err
}

// dialer dials servers, and notices when they are silent: the system asks an idle
// connection after a while whether it lives, and soon does not wait for one that
// something was sent on.
func dialer() *net.Dialer {
	return &net.Dialer{
		Timeout:         connectTimeout,
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: silenceTimeout, Interval: time.Second, Count: 3},
		Control:         limitSilence,
	}
}

// use calls do with a connection. If do ran into its deadline, and not because
// there was little time left, the server is silent: it limits statements itself.
func (p *pool) use(ctx context.Context, do func(*pgxpool.Conn) error) error {
	conn, err := p.Acquire(ctx)
	if err != nil {
		return withoutLogin(err)
	}
	defer conn.Release()
	began := time.Now()
	err = do(conn)
	if errors.Is(err, context.DeadlineExceeded) && time.Since(began) > pingTimeout {
		p.Reset()
	}
	return err
}

// query implements [reader].
func (p *pool) query(ctx context.Context, query string, args []any, row func(scan) error) error {
	return p.again(ctx, always, func() error { return p.ask(ctx, query, args, row) })
}

// change is query for one that changes something.
func (p *pool) change(ctx context.Context, query string, args []any, row func(scan) error) error {
	return p.again(ctx, never, func() error { return p.ask(ctx, query, args, row) })
}

// ask calls row when all rows are there: a server may take them back with the last.
func (p *pool) ask(ctx context.Context, query string, args []any, row func(scan) error) error {
	return p.use(ctx, func(conn *pgxpool.Conn) error {
		found, err := conn.Query(ctx, query, args...)
		if err != nil {
			return err
		}
		defer found.Close()
		kept := keptRows{types: conn.Conn().TypeMap(), columns: found.FieldDescriptions(), values: []byte{}}
		for found.Next() {
			kept.add(found.RawValues())
		}
		if err := found.Err(); err != nil {
			return err
		}
		return kept.each(row)
	})
}

// keptRows are rows as the server has sent them.
type keptRows struct {
	types   *pgtype.Map
	columns []pgconn.FieldDescription
	values  []byte // of all rows, one behind the other; not nil, which would be NULL
	lengths []int  // of all values, -1 for none
}

func (r *keptRows) add(row [][]byte) {
	for _, value := range row {
		if value == nil {
			r.lengths = append(r.lengths, -1)
			continue
		}
		r.values, r.lengths = append(r.values, value...), append(r.lengths, len(value))
	}
}

// each calls row for every one of them.
func (r *keptRows) each(row func(scan) error) error {
	values, lengths, current := r.values, r.lengths, make([][]byte, len(r.columns))
	for len(lengths) > 0 {
		for i := range current {
			current[i] = nil
			if n := lengths[i]; n >= 0 {
				current[i], values = values[:n:n], values[n:]
			}
		}
		lengths = lengths[len(current):]
		err := row(func(columns ...any) error {
			for i, column := range columns {
				if err := r.types.Scan(r.columns[i].DataTypeOID, r.columns[i].Format, current[i], column); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// again calls do again if the server has taken back what was done, or if the answer was
// lost and harmless says that it may be done twice.
func (p *pool) again(ctx context.Context, harmless func() bool, do func() error) error {
	losses := 0
	return again(ctx, againFor, func(err error) bool {
		switch {
		case takenBack(err):
			return true
		case demoted(err) && losses < mostLosses:
			losses++
			p.Reset()
			return true
		case lost(err) && harmless() && losses < mostLosses:
			losses++
			p.Reset()
			return true
		default:
			return false
		}
	}, do)
}
