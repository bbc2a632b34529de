package store

import (
	"context"
	"errors"
	"net"
	"time"

	"github.com/jackc/pgx/v5"
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
		return err
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
	return p.use(ctx, func(conn *pgxpool.Conn) error {
		found, err := conn.Query(ctx, query, args...)
		if err != nil {
			return err
		}
		defer found.Close()
		return each(found, row)
	})
}
