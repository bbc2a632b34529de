package crash

import (
	"context"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// withName adds an application name to the URL, for waitAlone.
func withName(t *testing.T, database, name string) string {
	t.Helper()
	if strings.HasPrefix(database, "sqlite:") {
		return database
	}
	at, err := url.Parse(database)
	if err != nil {
		t.Fatal("not a URL") // the error may hold a password
	}
	query := at.Query()
	query.Set("application_name", name)
	at.RawQuery = query.Encode()
	return at.String()
}

// waitAlone waits until the server has closed all connections with the application name. Until then the
// server may still run a killed program's last statements.
func waitAlone(t *testing.T, database, name string) {
	t.Helper()
	if strings.HasPrefix(database, "sqlite:") {
		return
	}
	c, err := pgx.Connect(t.Context(), database)
	noError(t, err)
	defer c.Close(context.Background())
	for others := 1; others > 0; time.Sleep(10 * time.Millisecond) {
		err := c.QueryRow(t.Context(), "SELECT COUNT(*) FROM pg_stat_activity WHERE application_name = $1", name).Scan(&others)
		noError(t, err)
	}
}
