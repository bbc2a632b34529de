package store_test

import (
	"crypto/rand"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"testing"

	"othellobot/game"
	"othellobot/store"
	"othellobot/store/storetest"
)

const password = "hunter2"

// TestPasswordIsHidden checks that no error or log line contains the password.
func TestPasswordIsHidden(t *testing.T) {
	for what, address := range map[string]string{
		"no server":       "postgres://ana:hunter2@127.0.0.1:1/o",
		"no such host":    "postgres://ana:hunter2@no.such.host.invalid/o",
		"no port":         "postgres://ana:hunter2@localhost:port/o",
		"a bad escape":    "postgres://ana:hunter2%zz@localhost/o",
		"a bad option":    "postgres://ana:hunter2@localhost/o?connect_timeout=x",
		"a password only": "postgres://:hunter2@127.0.0.1:1/o?password=hunter2",
		"no certificate":  "postgresql://ana:hunter2@127.0.0.1:1/o?sslmode=verify-full&sslrootcert=/no/such/file",
		"a space":         "postgres://ana:hunter2@local host/o",
	} {
		var log strings.Builder
		s, err := store.Open(t.Context(), address, timing, slog.New(slog.NewTextHandler(&log, nil)))
		if s != nil || err == nil {
			t.Errorf("%s: opened", what)
			continue
		}
		if told := fmt.Sprintf("%v %+v %#v %s", err, err, err, &log); strings.Contains(told, password) {
			t.Errorf("%s: %s", what, told)
		}
	}
}

// TestRoleWithoutDDL checks that a role without the right to create tables can use a database that is up
// to date, but no other.
func TestRoleWithoutDDL(t *testing.T) {
	t.Parallel()
	address, empty := storetest.Postgres(t), storetest.Postgres(t)
	role := "test_" + strings.ToLower(rand.Text())
	execute(t, "postgres", address, "CREATE ROLE "+role+" LOGIN PASSWORD '"+password+"'")
	t.Cleanup(func() { execute(t, "postgres", address, "DROP OWNED BY "+role+"; DROP ROLE "+role) })
	during(t, address, func(*store.Store) {})
	for _, on := range []string{address, empty} {
		schema := schemaOf(t, on)
		execute(t, "postgres", on, "GRANT USAGE ON SCHEMA "+schema+" TO "+role)
		execute(t, "postgres", on, "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA "+schema+" TO "+role)
	}

	s := open(t, as(t, role, address), timing)
	g := start(t, s, 1, here, "d1")
	wantGame(t, s, g)
	noError(t, s.Check(t.Context()))
	noError(t, s.Installs.Save(t.Context(), "a", []byte("x")))
	if _, err := s.Clean(t.Context(), noon.Add(3*timing.Retention)); err != nil {
		t.Error(err)
	}
	if due, err := s.Due(t.Context(), noon.Add(timing.IdleExpiry), noon, 9, []string{"p/"}); len(due.Rooms) != 1 || err != nil {
		t.Errorf("due %+v, %v", due, err)
	}
	noError(t, game.NewTable(s, timing).Forget(t.Context(), s, s, "p//ana", noon))
	noError(t, storetest.Purge(t.Context(), s, "p/"))
	if s, err := store.Open(t.Context(), as(t, role, empty), timing, slog.New(slog.DiscardHandler)); s != nil || err == nil {
		t.Errorf("opened an empty database without the right to create tables: %v", err)
	}
}

func as(t *testing.T, role, address string) string {
	u, err := url.Parse(address)
	noError(t, err)
	u.User = url.UserPassword(role, password)
	return u.String()
}

func schemaOf(t *testing.T, address string) string {
	u, err := url.Parse(address)
	noError(t, err)
	return u.Query().Get("search_path")
}
