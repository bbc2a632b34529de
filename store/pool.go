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

// ask calls row when all rows are there: a server may take them back with the last.
func (p *pool) ask(ctx context.Context, query string, args []any, row func(scan) error) error {
	return p.use(ctx, func(conn *pgxpool.Conn) error {
		found, err := conn.Query(ctx, query, args...)
		if err != nil {
			return err
		}
		defer found.Close()
		var kept [][][]byte // as the server has sent them
		for found.Next() {
			values := slices.Clone(found.RawValues())
			for i, v := range values {
				values[i] = bytes.Clone(v)
			}
			kept = append(kept, values)
		}
		if err := found.Err(); err != nil {
			return err
		}
		types, columns := conn.Conn().TypeMap(), found.FieldDescriptions()
		for _, values := range kept {
			err := row(func(to ...any) error { return pgx.ScanRow(types, columns, values, to...) })
			if err != nil {
				return err
			}
		}
		return nil
	})
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

// Error codes of PostgreSQL and what speaks as it does
// (https://www.postgresql.org/docs/current/errcodes-appendix.html).
const (
	duplicateTable       = "42P07"
	uniqueViolation      = "23505"
	serializationFailure = "40001"
	completionUnknown    = "40003"
	deadlockDetected     = "40P01"
	lockNotAvailable     = "55P03" // in the time that was given for it
	readOnly             = "25006" // the server follows another one
	cannotConnectNow     = "57P03" // a pooler says so too, of its server
	adminShutdown        = "57P01"
	crashShutdown        = "57P02"

	connectionFailures = "08" // a class of them
)

// How long something is tried again, within what people wait, and after which pauses.
const (
	againFor   = 2 * time.Second
	firstPause = 2 * time.Millisecond
	mostPause  = 100 * time.Millisecond
	mostLosses = 3 // of connections, each of which drops the idle ones
)

// again calls do until it succeeds, fails for a reason for which repeating it is of no
// use, or has failed for so long.
func again(ctx context.Context, within time.Duration, useful func(error) bool, do func() error) error {
	for began, pause := time.Now(), firstPause; ; pause = min(2*pause, mostPause) {
		err := do()
		if err == nil || ctx.Err() != nil || time.Since(began) > within || !useful(err) {
			return err
		}
		select {
		case <-time.After(pause/2 + rand.N(pause)):
		case <-ctx.Done():
			return err
		}
	}
}

// passing reports whether a failure at the start may pass: nothing is done there that
// may not be done twice.
func passing(err error) bool { return takenBack(err) || lost(err) }

// always and never say whether what was perhaps done may be done once more.
func always() bool { return true }

func never() bool { return false }

// takenBack reports whether nothing is left of what failed, for it was in the way of
// others. What pgconn calls safe to retry need not be: it says so also where an answer
// was not received.
func takenBack(err error) bool {
	var failed *pgconn.PgError
	return errors.As(err, &failed) &&
		slices.Contains([]string{serializationFailure, deadlockDetected, lockNotAvailable}, failed.Code)
}

// demoted reports whether a connection leads to a server that is not the primary any more,
// which has done nothing.
func demoted(err error) bool {
	var failed *pgconn.PgError
	return errors.As(err, &failed) && !refused(err) && slices.Contains([]string{readOnly, cannotConnectNow}, failed.Code)
}

// lost reports whether a connection was lost, or the server does not know whether it has
// done what it was asked.
func lost(err error) bool {
	var failed *pgconn.PgError
	var network *net.OpError
	switch {
	case refused(err):
		return false
	case errors.As(err, &failed):
		return unknownToServer(failed) || failed.Code == adminShutdown || failed.Code == crashShutdown
	case errors.As(err, &network):
		return !network.Timeout()
	default:
		return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || pgconn.SafeToRetry(err) && !pgconn.Timeout(err)
	}
}

// unknownToServer reports whether the server cannot tell if it took effect.
func unknownToServer(failed *pgconn.PgError) bool {
	return failed.Code == completionUnknown || strings.HasPrefix(failed.Code, connectionFailures)
}

// refused reports whether no server accepts connections.
func refused(err error) bool {
	var connecting *pgconn.ConnectError
	return errors.As(err, &connecting)
}

// When a connection counts as lost.
const (
	connectTimeout = 3 * time.Second
	hostTimeout    = time.Second     // to connect, where there are others: a host that hangs takes connections
	pingTimeout    = time.Second     // of a connection that was idle for as long before it is used
	silenceTimeout = 5 * time.Second // of what was sent and is not received
)
