package storetest

import (
	"context"
	"crypto/rand"
	"database/sql"
	"net/url"
	"os"
	"strconv"
	"strings"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib"
)

// postgresEnv is the environment variable with the URL of a PostgreSQL server for tests. Its user
// must have the right to create schemas.
const postgresEnv = "OTHELLO_POSTGRES"

// faultsEnv is the environment variable with the percentage of transactions that are rolled back.
// If it is set, tests connect through the proxy of [Faulty], which makes transactions SERIALIZABLE.
const faultsEnv = "OTHELLO_POSTGRES_FAULTS"

// NeedsPostgres returns the URL of the PostgreSQL server for tests, or skips the test if there is none.
func NeedsPostgres(t testing.TB) (server string) {
	t.Helper()
	if server = os.Getenv(postgresEnv); server == "" {
		t.Skipf("%s is not set: it names a PostgreSQL server, as postgres://user@host/database, in which tests make schemas", postgresEnv)
	}
	return server
}

// Postgres returns the URL of an empty schema on the server of [NeedsPostgres]. The schema is
// removed after the test.
func Postgres(t testing.TB) string {
	t.Helper()
	server := NeedsPostgres(t)
	address, err := url.Parse(server)
	if err != nil {
		t.Fatalf("%s is not a URL", postgresEnv)
	}
	schema := "test_" + strings.ToLower(rand.Text())
	execute(t, server, "CREATE SCHEMA "+schema)
	t.Cleanup(func() { execute(t, server, "DROP SCHEMA "+schema+" CASCADE") })
	query := address.Query()
	query.Set("search_path", schema)
	address.RawQuery = query.Encode()
	if faults := os.Getenv(faultsEnv); faults != "" {
		takenBack, err := strconv.Atoi(faults)
		if err != nil {
			t.Fatalf("%s is not a number", faultsEnv)
		}
		return Faulty(t, address.String(), Faults{RolledBack: takenBack})
	}
	return address.String()
}

func execute(t testing.TB, server, statement string) {
	t.Helper()
	db, err := sql.Open("pgx", server)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(context.Background(), statement); err != nil {
		t.Fatal(err)
	}
}
