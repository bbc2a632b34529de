package crash

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// emptyDatabase makes a database on the server that OTHELLO_POSTGRES names, for
// the time of a test, and gives its URL.
func emptyDatabase(t *testing.T) string {
	t.Helper()
	server := os.Getenv("OTHELLO_POSTGRES")
	if server == "" {
		t.Skip("needs a PostgreSQL server: set OTHELLO_POSTGRES to its URL, of a user who may create databases")
	}
	at, err := url.Parse(server)
	if err != nil {
		t.Fatal("OTHELLO_POSTGRES is no URL")
	}
	name := fmt.Sprintf("othello_crash_%d", time.Now().UnixNano())
	ask(t, server, "CREATE DATABASE "+name)
	t.Cleanup(func() { ask(t, server, "DROP DATABASE "+name+" WITH (FORCE)") })
	at.Path = "/" + name
	return at.String()
}

// waitAlone waits until nobody uses a database any more: what a program was about
// to do when it was killed, its server may still do.
func waitAlone(t *testing.T, database string) {
	t.Helper()
	ctx := t.Context()
	c, err := pgx.Connect(ctx, database)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(context.Background())
	for others := 1; others > 0; time.Sleep(10 * time.Millisecond) {
		err := c.QueryRow(ctx, `SELECT COUNT(*) FROM pg_stat_activity
			WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`).Scan(&others)
		if err != nil {
			t.Fatal(err)
		}
	}
}

func ask(t *testing.T, server, query string) {
	t.Helper()
	c, err := pgx.Connect(context.Background(), server)
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Exec(context.Background(), query)
	if err := c.Close(context.Background()); err != nil {
		t.Error(err)
	}
	if err != nil {
		t.Fatal(err)
	}
}
