package app_test

import (
	"crypto/rand"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"othellobot/adapters/discord/discordtest"
)

// A database of which a page is damaged is found out, and told.
func TestDamagedDatabase(t *testing.T) {
	file := filepath.Join(t.TempDir(), "othello.db")
	database := map[string]string{"DATABASE_URL": "sqlite:" + file}
	d := discordtest.New(t)
	r := start(t, d, database)
	r.WaitReady()
	r.end(t)

	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = rand.Read(content[len(content)-4096:]) // a page that nobody needs at the start
	if err := os.WriteFile(file, content, 0o600); err != nil {
		t.Fatal(err)
	}
	r = start(t, d, database)
	r.log.await(t, "level=ERROR msg=\"the database is damaged")
	admin := r.address(t, "ADMIN_ADDR")
	if status, text := get(t, admin, "/readyz"); status != http.StatusServiceUnavailable || !strings.Contains(text, "does not work: the database, which is damaged\n") {
		t.Errorf("it is ready with %d %q", status, text)
	}
	if _, text := get(t, admin, "/metrics"); !strings.Contains(text, "\nothellobot_database_damaged 1\n") {
		t.Error("the metric says that nothing is damaged")
	}
	r.end(t)
}
