package store

import (
	"context"
	"database/sql"
	"errors"
	"runtime"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"

	"othellobot/game"
)

const (
	minConnections   = 16 // smallest limit of the durable pool; enough for commits to share disk syncs
	lightConnections = 4
	closeTimeout     = 5 * time.Second // limits how long a silent server delays Close
)

// setDefault sets a parameter unless the URL does.
func setDefault(parameters map[string]string, name, value string) {
	if parameters[name] == "" {
		parameters[name] = value
	}
}

func openPostgres(
	ctx context.Context, url string, timing game.Timing, prepare func(context.Context, *sql.DB) error,
) (*Store, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, errPostgresURL
	}
	conn := config.ConnConfig
	setDefault(conn.RuntimeParams, "application_name", "othellobot")
	if conn.ConnectTimeout == 0 {
		conn.ConnectTimeout = connectTimeout
		another := func(f *pgconn.FallbackConfig) bool { return f.Host != conn.Host || f.Port != conn.Port }
		if slices.ContainsFunc(conn.Fallbacks, another) {
			conn.ConnectTimeout = hostTimeout
		}
	}
	conn.DialFunc = dialer().DialContext
	var behindPooler bool
	err = retry(ctx, temporary, func() (err error) {
		behindPooler, err = poolerAnswers(ctx, conn)
		return err
	})
	if err != nil {
		return nil, err
	}
	if behindPooler && conn.DefaultQueryExecMode == pgx.QueryExecModeCacheStatement {
		conn.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe // prepare each statement again, without a name
	}
	db := stdlib.OpenDB(*conn)
	if err := errors.Join(prepare(ctx, db), db.Close()); err != nil {
		return nil, err
	}
	if !behindPooler {
		setDefault(conn.RuntimeParams, "statement_timeout", "2000") // milliseconds, as long as users wait
		setDefault(conn.RuntimeParams, "lock_timeout", "1000")
		setDefault(conn.RuntimeParams, "idle_in_transaction_session_timeout", "5000")
	}
	durable, err := newPool(ctx, config, max(minConnections, 2*runtime.GOMAXPROCS(0)))
	if err != nil {
		return nil, err
	}
	if !behindPooler {
		conn.RuntimeParams["synchronous_commit"] = "off"
	}
	light, err := newPool(ctx, config, lightConnections)
	if err != nil {
		durable.Close()
		return nil, err
	}
	d := &database{
		timing: timing, shared: true, read: durable, write: postgres{false: durable, true: light}, notStored: refusedByPostgres,
		forShare:  "FOR SHARE",
		scrub:     func(context.Context) error { return nil },
		listQuery: `jsonb_array_elements_text($1)`,
		sizeQuery: `SELECT pg_database_size(current_database())`,
		clock:     `CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)`,
	}
	return newStore(d, d, func() error {
		closed := make(chan struct{})
		go func() {
			defer close(closed)
			durable.Close()
			light.Close()
		}()
		select {
		case <-closed:
			return nil
		case <-time.After(closeTimeout):
			return errors.New("the server is silent; its connections are left")
		}
	}), nil
}

// postgres is the [transactor] of PostgreSQL, with a pool for light changes under true. After some failures
// it repeats a change, but never one that may be stored.
type postgres map[bool]*pool

func (p postgres) transact(ctx context.Context, light bool, do func(context.Context, session) error) error {
	return p[light].retry(ctx, func(conn *pgxpool.Conn) (repeatable bool, err error) {
		tx, err := conn.Begin(ctx)
		if err != nil {
			return true, err // nothing is stored before the commit
		}
		if err := do(ctx, sessionOf(tx)); err != nil {
			_ = tx.Rollback(ctx) // if it fails, the connection is closed
			return true, err
		}
		return false, tx.Commit(ctx)
	})
}

// change takes one round trip to the server. A transaction would take three.
func (p postgres) change(ctx context.Context, light bool, query string, args ...any) (n int64, err error) {
	err = p[light].retry(ctx, func(conn *pgxpool.Conn) (repeatable bool, err error) {
		n, err = sessionOf(conn).exec(ctx, query, args...)
		return false, err
	})
	return n, err
}

func sessionOf(on interface {
	Query(ctx context.Context, query string, args ...any) (pgx.Rows, error)
	SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults
},
) session {
	return func(ctx context.Context, statements ...statement) (changed int64, err error) {
		var batch pgx.Batch
		for _, s := range statements {
			read := func(found pgx.Rows) error {
				defer found.Close()
				err := each(found, s.row)
				changed = found.CommandTag().RowsAffected()
				return err
			}
			if len(statements) == 1 { // costs less than a batch
				found, err := on.Query(ctx, s.query, s.args...)
				if err != nil {
					return 0, err
				}
				err = read(found)
				return changed, err
			}
			batch.Queue(s.query, s.args...).Query(read)
		}
		err = on.SendBatch(ctx, &batch).Close()
		return changed, err
	}
}

// poolerAnswers reports whether a pooler is between the program and the server: the process that runs a query
// did not accept the connection. Behind a pooler each transaction may run in another session, without the
// settings, prepared statements and locks of an earlier one.
func poolerAnswers(ctx context.Context, config *pgx.ConnConfig) (bool, error) {
	config = config.Copy()
	config.DefaultQueryExecMode = pgx.QueryExecModeExec
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return false, err
	}
	defer conn.Close(ctx)
	var process int64
	err = conn.QueryRow(ctx, `SELECT pg_backend_pid()`).Scan(&process)
	return process != int64(conn.PgConn().PID()), err
}
