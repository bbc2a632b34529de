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

// postgresEnv names the environment variable that holds the URL of a PostgreSQL
// server for tests. Its user may make schemas.
const postgresEnv = "OTHELLO_POSTGRES"

// faultsEnv names the environment variable that says how many of a hundred statements
// are taken back, of transactions that are SERIALIZABLE then. Unless it is set, tests
// reach the server as it is.
const faultsEnv = "OTHELLO_POSTGRES_FAULTS"

// NeedsPostgres gives the URL of the PostgreSQL server for tests. Where there is none, it
// skips the test, which is to ask for it before it counts what its parts have done.
func NeedsPostgres(t testing.TB) (server string) {
	t.Helper()
	if server = os.Getenv(postgresEnv); server == "" {
		t.Skipf("%s is not set: it names a PostgreSQL server, as postgres://user@host/database, in which tests make schemas", postgresEnv)
	}
	return server
}

// Postgres gives a URL of an empty schema on the server of [NeedsPostgres], which is
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
		return Faulty(t, address.String(), Faults{TakenBack: takenBack})
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
