package store

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"othellobot/game"
)

const (
	minConnections  = 16 // enough for commits to share the server's syncs of its disk
	noteConnections = 4
)

// closeTimeout is how long a silent server may hold up the end.
const closeTimeout = 5 * time.Second

var errSilent = errors.New("the server is silent; its connections are left")

// limitStatements has the server bound what a statement may take, so that a server in trouble
// holds nobody up for longer than a player waits.
func limitStatements(session map[string]string) {
	for name, value := range map[string]string{
		"statement_timeout":                   "2000",
		"lock_timeout":                        "1000",
		"idle_in_transaction_session_timeout": "5000",
	} {
		if _, told := session[name]; !told {
			session[name] = value
		}
	}
}

// openPostgres opens the database of a URL, once its schema is as prepare wants it.
func openPostgres(
	ctx context.Context, url string, timing game.Timing, prepare func(context.Context, pgx.ConnConfig) error,
) (*Store, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, errPostgresURL
	}
	conn := config.ConnConfig
	if conn.RuntimeParams["application_name"] == "" {
		conn.RuntimeParams["application_name"] = "othellobot"
	}
	if conn.ConnectTimeout == 0 {
		conn.ConnectTimeout = connectTimeout
		if severalHosts(&conn.Config) {
			conn.ConnectTimeout = hostTimeout
		}
	}
	conn.DialFunc = dialer().DialContext
	var behindPooler bool
	err = again(ctx, againFor, passing, func() (err error) {
		behindPooler, err = poolerAnswers(ctx, conn)
		return err
	})
	if err != nil {
		return nil, err
	}
	if behindPooler {
		keepNoStatements(conn)
	}
	if err := prepare(ctx, *conn); err != nil {
		return nil, err
	}
	if !behindPooler {
		limitStatements(conn.RuntimeParams)
	}
	commits, err := newPool(ctx, config, max(minConnections, 2*runtime.GOMAXPROCS(0)))
	if err != nil {
		return nil, err
	}
	if !behindPooler {
		conn.RuntimeParams["synchronous_commit"] = "off"
	}
	notes, err := newPool(ctx, config, noteConnections)
	if err != nil {
		commits.Close()
		return nil, err
	}
	write := &postgres{pool: commits, notes: notes}
	d := &database{
		timing: timing, changing: func(string) func() { return func() {} }, shared: true, read: commits, write: write, surely: refusedByPostgres,
		steady:    "FOR SHARE",
		writers:   postgresWriters,
		scrub:     func(context.Context) error { return nil },
		sizeQuery: `SELECT pg_database_size(current_database())`,
		clock:     `CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)`,
	}
	s := storeOf(d, d, databaseInstalls{d, nil})
	s.Shared = true
	s.time = func(ctx context.Context) (now time.Time, shared bool, err error) {
		err = commits.query(ctx, `SELECT clock_timestamp()`, nil, func(scan scan) error { return scan(&now) })
		return now, err == nil, err
	}
	s.close = func() error {
		closed := make(chan struct{})
		go func() {
			defer close(closed)
			commits.Close()
			notes.Close()
		}()
		select {
		case <-closed:
			return nil
		case <-time.After(closeTimeout):
			return errSilent
		}
	}
	return s, nil
}

// postgresWriters asks for the transactions that may be changing rooms, games, people or exercises, by
// https://www.postgresql.org/docs/current/view-pg-locks.html.
const postgresWriters = `
SELECT DISTINCT virtualtransaction FROM pg_locks
WHERE granted AND mode = 'RowExclusiveLock' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
	AND relation IN ('rooms'::regclass, 'games'::regclass, 'puzzlers'::regclass, 'people'::regclass, 'exercises'::regclass)`

// severalHosts reports whether there is more than one server to connect to.
func severalHosts(c *pgconn.Config) bool {
	return slices.ContainsFunc(c.Fallbacks, func(f *pgconn.FallbackConfig) bool { return f.Host != c.Host || f.Port != c.Port })
}

// refusedByPostgres reports whether an error is the server's own answer, and not
// one about the way to it.
func refusedByPostgres(err error) bool {
	var failed *pgconn.PgError
	return errors.As(err, &failed) && !unknownToServer(failed)
}

// postgres is the [transactor] of a database with many writers. What others were in
// the way of is done again. What perhaps was done is not, for who asks has to find out.
type postgres struct{ pool, notes *pool }

// of returns the connections for what is light, or is not.
func (p *postgres) of(light bool) *pool {
	if light {
		return p.notes
	}
	return p.pool
}

// transact implements [transactor]. Up to its commit a transaction may be done again
// whatever happens.
func (p *postgres) transact(ctx context.Context, light bool, do func(context.Context, session) error) error {
	committing := false
	return p.of(light).again(ctx, func() bool { return !committing }, func() error {
		committing = false
		return p.of(light).use(ctx, func(conn *pgxpool.Conn) error {
			tx, err := conn.Begin(ctx)
			if err != nil {
				return err
			}
			if err := do(ctx, postgresSession{tx}); err != nil {
				_ = tx.Rollback(ctx) // if it fails, the connection is closed
				return err
			}
			committing = true
			return tx.Commit(ctx)
		})
	})
}

// change implements [transactor]. It takes one round trip to the server, where a
// transaction of several statements takes two more.
func (p *postgres) change(ctx context.Context, light bool, queries []string, args []any) (n int64, err error) {
	err = p.of(light).again(ctx, never, func() error {
		return p.of(light).use(ctx, func(conn *pgxpool.Conn) error {
			tag, err := conn.Exec(ctx, queries[len(queries)-1], args...)
			n = tag.RowsAffected()
			return err
		})
	})
	return n, err
}

// postgresSession is a [session] of [postgres].
type postgresSession struct{ pgx.Tx }

func (t postgresSession) query(ctx context.Context, query string, args []any, row func(scan) error) error {
	found, err := t.Query(ctx, query, args...)
	if err != nil {
		return err
	}
	defer found.Close()
	return each(found, row)
}

func (t postgresSession) exec(ctx context.Context, query string, args ...any) (int64, error) {
	tag, err := t.Exec(ctx, query, args...)
	return tag.RowsAffected(), err
}

func (t postgresSession) first(ctx context.Context, queries []string, args []any) (int64, error) {
	return t.exec(ctx, queries[len(queries)-1], args...)
}

func (t postgresSession) all(ctx context.Context, statements ...statement) error {
	var batch pgx.Batch
	for _, s := range statements {
		batch.Queue(s.query, s.args...).Query(func(found pgx.Rows) error { return each(found, s.row) })
	}
	return t.SendBatch(ctx, &batch).Close()
}

// poolerAnswers reports whether a pooler answers in the server's place: the process at
// work is not the one that was connected to then. Behind a pooler each transaction may be in
// another session, so that none may need what an earlier one has left in its session:
// settings, prepared statements, locks.
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

// keepNoStatements has every statement prepared anew, without a name.
func keepNoStatements(config *pgx.ConnConfig) {
	if config.DefaultQueryExecMode == pgx.QueryExecModeCacheStatement {
		config.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
	}
}
