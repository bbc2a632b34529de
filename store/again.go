package store

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

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

// refused reports whether there is nobody to connect to.
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
