package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
)

// TestFailures checks how errors of PostgreSQL are classified.
func TestFailures(t *testing.T) {
	code := func(code string) error { return fmt.Errorf("asking: %w", &pgconn.PgError{Code: code}) }
	for name, c := range map[string]struct {
		err                       error
		rolledBack, lost, refused bool
		demoted                   bool
	}{
		"a serialization failure":   {code("40001"), true, false, true, false},
		"a deadlock":                {code("40P01"), true, false, true, false},
		"a lock held for long":      {code("55P03"), true, false, true, false},
		"nobody knows":              {code("40003"), false, true, false, false},
		"a connection failure":      {code("08006"), false, true, false, false},
		"a connection not there":    {code("08003"), false, true, false, false},
		"a server that is ended":    {code("57P01"), false, true, true, false},
		"a server that has crashed": {code("57P02"), false, true, true, false},
		"a statement that is slow":  {code("57014"), false, false, true, false},
		"a server that follows":     {code("25006"), false, false, true, true},
		"a server that begins":      {code("57P03"), false, false, true, true},
		"something unique":          {code("23505"), false, false, true, false},
		"an end":                    {io.ErrUnexpectedEOF, false, true, false, false},
		"a reset":                   {&net.OpError{Op: "read", Err: errors.New("connection reset by peer")}, false, true, false, false},
		"a silence":                 {&net.OpError{Op: "read", Err: os.ErrDeadlineExceeded}, false, false, false, false},
		"no time left":              {context.DeadlineExceeded, false, false, false, false},
	} {
		if rolledBack(c.err) != c.rolledBack || lost(c.err) != c.lost || refusedByPostgres(c.err) != c.refused || demoted(c.err) != c.demoted {
			t.Errorf("%s: rolled back %v, lost %v, refused %v, demoted %v", name, rolledBack(c.err), lost(c.err), refusedByPostgres(c.err), demoted(c.err))
		}
	}
}
