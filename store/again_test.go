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

// What a failure says of what was asked for: that nothing of it is left, that the answer
// was lost, and that the server has refused it.
func TestFailures(t *testing.T) {
	code := func(code string) error { return fmt.Errorf("asking: %w", &pgconn.PgError{Code: code}) }
	for name, c := range map[string]struct {
		err                      error
		takenBack, lost, refused bool
	}{
		"a serialization failure":   {code("40001"), true, false, true},
		"a deadlock":                {code("40P01"), true, false, true},
		"a lock held for long":      {code("55P03"), true, false, true},
		"nobody knows":              {code("40003"), false, true, false},
		"a connection failure":      {code("08006"), false, true, false},
		"a connection not there":    {code("08003"), false, true, false},
		"a server that is ended":    {code("57P01"), false, true, true},
		"a server that has crashed": {code("57P02"), false, true, true},
		"a statement that is slow":  {code("57014"), false, false, true},
		"something unique":          {code("23505"), false, false, true},
		"an end":                    {io.ErrUnexpectedEOF, false, true, false},
		"a reset":                   {&net.OpError{Op: "read", Err: errors.New("connection reset by peer")}, false, true, false},
		"a silence":                 {&net.OpError{Op: "read", Err: os.ErrDeadlineExceeded}, false, false, false},
		"no time left":              {context.DeadlineExceeded, false, false, false},
	} {
		if takenBack(c.err) != c.takenBack || lost(c.err) != c.lost || refusedByPostgres(c.err) != c.refused {
			t.Errorf("%s: taken back %v, lost %v, refused %v", name, takenBack(c.err), lost(c.err), refusedByPostgres(c.err))
		}
	}
}
