package store

import (
	"context"

	"github.com/jackc/pgx/v5"
)

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
