package store

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// pool drops all idle connections to PostgreSQL if one does not answer.
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
		return err != nil // true makes the pool ping the closed connection once more and drop it
	}
	config.BeforeClose = func(conn *pgx.Conn) {
		if conn.IsClosed() { // without this, conn would count against MaxConns until the server answers
			_ = conn.PgConn().Conn().Close()
		}
	}
	var err error
	p.Pool, err = pgxpool.NewWithConfig(ctx, config)
	return p, err
}

func dialer() *net.Dialer {
	return &net.Dialer{
		Timeout:         connectTimeout,
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: silenceTimeout, Interval: time.Second, Count: 3},
		Control:         limitSilence,
	}
}

// query calls row only after all rows have arrived: until then the query may fail and be repeated.
func (p *pool) query(ctx context.Context, query string, args []any, row func(scan) error) error {
	return p.retry(ctx, func(conn *pgxpool.Conn) (repeatable bool, err error) {
		found, err := conn.Query(ctx, query, args...)
		if err != nil {
			return true, err
		}
		types, columns := conn.Conn().TypeMap(), found.FieldDescriptions()
		kept, err := pgx.CollectRows(found, func(row pgx.CollectableRow) ([][]byte, error) {
			values := slices.Clone(row.RawValues()) // still encoded
			for i, v := range values {
				values[i] = bytes.Clone(v)
			}
			return values, nil
		})
		if err != nil {
			return true, err
		}
		for _, values := range kept {
			if err := row(func(to ...any) error { return pgx.ScanRow(types, columns, values, to...) }); err != nil {
				return false, err
			}
		}
		return false, nil
	})
}

// retry calls do again if the server rolled the work back, is a standby or is not ready. After the loss of a
// connection, it calls do again only if do has returned repeatable.
func (p *pool) retry(ctx context.Context, do func(*pgxpool.Conn) (repeatable bool, err error)) error {
	var repeatable bool
	losses := 0
	shouldRetry := func(err error) bool {
		if rolledBack(err) {
			return true
		}
		if losses++; losses > maxLosses || !demoted(err) && !(repeatable && lost(err)) {
			return false
		}
		p.Reset()
		return true
	}
	return retry(ctx, shouldRetry, func() error {
		conn, err := p.Acquire(ctx)
		if repeatable = err != nil; repeatable { // nothing is done yet
			return withoutLogin(err)
		}
		defer conn.Release()
		began := time.Now()
		repeatable, err = do(conn)
		if errors.Is(err, context.DeadlineExceeded) && time.Since(began) > pingTimeout {
			p.Reset() // the server may be silent on the idle connections, too
		}
		return err
	})
}

const (
	retryFor   = 2 * time.Second // a failure after this time is final; users wait about as long
	firstPause = 2 * time.Millisecond
	maxPause   = 100 * time.Millisecond
	maxLosses  = 3 // number of lost connections that one call of [pool.retry] tolerates
)

func retry(ctx context.Context, shouldRetry func(error) bool, do func() error) error {
	for began, pause := time.Now(), firstPause; ; pause = min(2*pause, maxPause) {
		err := do()
		if err == nil || ctx.Err() != nil || time.Since(began) > retryFor || !shouldRetry(err) {
			return err
		}
		select {
		case <-time.After(pause/2 + rand.N(pause)):
		case <-ctx.Done():
			return err
		}
	}
}

func temporary(err error) bool { return rolledBack(err) || lost(err) }

func codeOf(err error) string {
	if failed, ok := errors.AsType[*pgconn.PgError](err); ok {
		return failed.Code
	}
	return ""
}

// rolledBack reports whether the server undid everything because of other transactions: after a serialization
// failure, a deadlock or lock_timeout (https://www.postgresql.org/docs/current/errcodes-appendix.html).
func rolledBack(err error) bool {
	return slices.Contains([]string{"40001", "40P01", "55P03"}, codeOf(err))
}

// demoted reports whether the server is a standby or not ready, and so has changed nothing.
func demoted(err error) bool {
	return !refused(err) && slices.Contains([]string{"25006", "57P03"}, codeOf(err))
}

// lost reports whether the connection was lost, or the server does not know whether the work is done.
func lost(err error) bool {
	code := codeOf(err)
	network, ok := errors.AsType[*net.OpError](err)
	switch {
	case refused(err):
		return false
	case code != "":
		return inDoubt(code) || code == "57P01" || code == "57P02" // the server shuts down, or has crashed
	case ok:
		return !network.Timeout()
	default:
		return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || pgconn.SafeToRetry(err) && !pgconn.Timeout(err)
	}
}

// inDoubt reports whether the failed statement may have taken effect.
func inDoubt(code string) bool {
	return code == "40003" || strings.HasPrefix(code, "08")
}

func refused(err error) bool {
	_, connecting := errors.AsType[*pgconn.ConnectError](err)
	return connecting
}

// refusedByPostgres reports whether the server answered with an error that leaves no doubt about the result.
func refusedByPostgres(err error) bool {
	code := codeOf(err)
	return code != "" && !inDoubt(code)
}

// After these times a connection counts as lost.
const (
	connectTimeout = 3 * time.Second
	hostTimeout    = time.Second // to connect to one of several hosts
	pingTimeout    = time.Second
	silenceTimeout = 5 * time.Second // until the server's system acknowledges sent data
)
