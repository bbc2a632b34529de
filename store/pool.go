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

// query implements [reader]. It calls row when all rows are there: a server may take them back with
// the last.
func (p *pool) query(ctx context.Context, query string, args []any, row func(scan) error) error {
	return p.again(ctx, func(conn *pgxpool.Conn) (twice bool, err error) {
		found, err := conn.Query(ctx, query, args...)
		if err != nil {
			return true, err
		}
		types, columns := conn.Conn().TypeMap(), found.FieldDescriptions()
		kept, err := pgx.CollectRows(found, func(row pgx.CollectableRow) ([][]byte, error) {
			values := slices.Clone(row.RawValues()) // as the server has sent them
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

// again calls do with a connection, and again with another one if the server has taken back what was
// done, or follows another one, or if the answer was lost and do reports that it may be done twice.
func (p *pool) again(ctx context.Context, do func(*pgxpool.Conn) (twice bool, err error)) error {
	var twice bool
	losses := 0
	useful := func(err error) bool {
		if takenBack(err) {
			return true
		}
		if losses++; losses > mostLosses || !demoted(err) && !(twice && lost(err)) {
			return false
		}
		p.Reset()
		return true
	}
	return again(ctx, useful, func() error {
		conn, err := p.Acquire(ctx)
		if twice = err != nil; twice { // nothing was done
			return withoutLogin(err)
		}
		defer conn.Release()
		began := time.Now()
		twice, err = do(conn)
		if errors.Is(err, context.DeadlineExceeded) && time.Since(began) > pingTimeout {
			p.Reset() // there was time, and the server limits statements itself: it is silent
		}
		return err
	})
}

// Error codes of PostgreSQL and what speaks as it does
// (https://www.postgresql.org/docs/current/errcodes-appendix.html).
const (
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
func again(ctx context.Context, useful func(error) bool, do func() error) error {
	for began, pause := time.Now(), firstPause; ; pause = min(2*pause, mostPause) {
		err := do()
		if err == nil || ctx.Err() != nil || time.Since(began) > againFor || !useful(err) {
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

// codeOf returns the code of a server's answer, empty if the error is not one.
func codeOf(err error) string {
	if failed, ok := errors.AsType[*pgconn.PgError](err); ok {
		return failed.Code
	}
	return ""
}

// takenBack reports whether nothing is left of what failed, for it was in the way of
// others. What pgconn calls safe to retry need not be: it says so also where an answer
// was not received.
func takenBack(err error) bool {
	return slices.Contains([]string{serializationFailure, deadlockDetected, lockNotAvailable}, codeOf(err))
}

// demoted reports whether a connection leads to a server that is not the primary any more,
// which has done nothing.
func demoted(err error) bool {
	return !refused(err) && slices.Contains([]string{readOnly, cannotConnectNow}, codeOf(err))
}

// lost reports whether a connection was lost, or the server does not know whether it has
// done what it was asked.
func lost(err error) bool {
	code := codeOf(err)
	network, ok := errors.AsType[*net.OpError](err)
	switch {
	case refused(err):
		return false
	case code != "":
		return unknownToServer(code) || code == adminShutdown || code == crashShutdown
	case ok:
		return !network.Timeout()
	default:
		return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || pgconn.SafeToRetry(err) && !pgconn.Timeout(err)
	}
}

// unknownToServer reports whether the server cannot tell if it took effect.
func unknownToServer(code string) bool {
	return code == completionUnknown || strings.HasPrefix(code, connectionFailures)
}

// refused reports whether no server accepts connections.
func refused(err error) bool {
	_, connecting := errors.AsType[*pgconn.ConnectError](err)
	return connecting
}

// refusedByPostgres reports whether an error is the server's own answer, and not
// one about the way to it.
func refusedByPostgres(err error) bool {
	code := codeOf(err)
	return code != "" && !unknownToServer(code)
}

// When a connection counts as lost.
const (
	connectTimeout = 3 * time.Second
	hostTimeout    = time.Second     // to connect, where there are others: a host that hangs takes connections
	pingTimeout    = time.Second     // of a connection that was idle for as long before it is used
	silenceTimeout = 5 * time.Second // of what was sent and is not received
)
