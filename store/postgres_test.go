package store_test

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"othellobot/game"
	"othellobot/store"
	"othellobot/store/storetest"
)

const password = "hunter2"

// TestPasswordIsHidden checks that neither an error of Open nor its log contains the password.
func TestPasswordIsHidden(t *testing.T) {
	for what, address := range map[string]string{
		"no such host":    "postgres://ana:hunter2@no.such.host.invalid/o",
		"a password only": "postgres://:hunter2@127.0.0.1:1/o?password=hunter2",
		"no certificate":  "postgresql://ana:hunter2@127.0.0.1:1/o?sslmode=verify-full&sslrootcert=/no/such/file",
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

// TestRoleWithoutDDL checks that a role that may not create tables can use a database that is up to date.
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

// TestTime checks that only a shared store returns a time.
func TestTime(t *testing.T) {
	s := open(t, storetest.Postgres(t), timing)
	before := time.Now()
	now, ok, err := s.Time(t.Context())
	if !ok || err != nil || now.Before(before.Add(-time.Second)) || now.After(time.Now().Add(time.Second)) { // the server is on this machine
		t.Errorf("%v, %v, %v", now, ok, err)
	}
	time.Sleep(2 * time.Millisecond) // so that the clock moves on
	later, _, err := s.Time(t.Context())
	if !later.After(now) || err != nil {
		t.Errorf("%v after %v, %v", later, now, err)
	}
	for _, url := range []string{"memory:", fileURL(t)} {
		if now, ok, err := open(t, url, timing).Time(t.Context()); ok || !now.IsZero() || err != nil {
			t.Errorf("%v, %v, %v", now, ok, err)
		}
	}
}

// TestNotesWaitForNoDisk checks that light changes do not wait for the disk, except behind a pooler.
func TestNotesWaitForNoDisk(t *testing.T) {
	for url, want := range map[string]string{storetest.Postgres(t): "off", storetest.Pooled(t, storetest.Postgres(t)): "on"} {
		changes, notes, err := store.SynchronousCommit(t.Context(), open(t, url, timing))
		if !slices.Equal(changes, []string{"on", "on"}) || !slices.Equal(notes, []string{want, want}) || err != nil {
			t.Errorf("for changes %q, for notes %q, %v; want %q", changes, notes, err, want)
		}
	}
}

// TestDemoted checks that connections to a standby are dropped and the refused work is done on new ones.
func TestDemoted(t *testing.T) {
	s := open(t, storetest.Postgres(t), timing)
	crowd(t, s)
	if n, err := store.Demote(t.Context(), s); n < 4 || err != nil {
		t.Fatalf("%d connections: %v", n, err)
	}
	noError(t, s.Check(t.Context()))
}

// TestSilentHost checks that a host that never answers does not delay the search for the primary.
func TestSilentHost(t *testing.T) {
	t.Parallel()
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	noError(t, err)
	defer silent.Close()
	_, address := storetest.NewSilentProxy(t, storetest.Postgres(t))
	at, err := url.Parse(address)
	noError(t, err)
	query := at.Query()
	at.Host = silent.Addr().String() + "," + net.JoinHostPort(at.Host, query.Get("port"))
	query.Del("port")
	at.RawQuery = query.Encode()
	s := open(t, at.String(), timing)
	if err := loadWithin(t, s, 2500*time.Millisecond); err != nil { // as long as users wait
		t.Error(err)
	}
}

// TestPostgresBehindPooler checks that the store works behind a pooler in transaction mode.
func TestPostgresBehindPooler(t *testing.T) {
	storetest.Postgres(t) // skip everything without a server
	reducedSuite()(t, func(t *testing.T, timing game.Timing) storetest.Subject {
		url := storetest.Postgres(t)
		s := open(t, storetest.Pooled(t, url), timing)
		return storetest.Subject{Store: s, Installs: s.Installs, Leases: s.Leases, Rewrite: rewrite("postgres", url)}
	})
}

// TestURLsWithPasswords checks URLs in which the driver could take part of the password for something else.
func TestURLsWithPasswords(t *testing.T) {
	for url, good := range map[string]bool{
		"postgres://host/db":                                       true,
		"postgres:///db?host=/run/postgresql":                      true,
		"postgresql://me@host":                                     true,
		"postgres://me:hun$ter:two@host:5432/db":                   true,
		"postgres://me:hun@ter@host/db?sslmode=require":            false,
		"postgres://me:hun%2Fter%23%3F%40@host/db":                 true,
		"postgres://me:hunter@a:1,b:2/db?target_session_attrs=any": true,
		"postgres://me:hun/ter@host/db":                            false,
		"postgres://me:12/hunter@host/db":                          false,
		"postgres://me:12?hunter@host/db":                          false,
		"postgres://me:12#hunter@host/db":                          false,
		"postgres://me:hun@ter/two@host/db":                        false,
		"postgres://me:hunter@host/db#1":                           false,
		"postgres://me:hunter%@host/db":                            false,
		"postgres://me:hun%zzter@host/db":                          false,
		"postgres://me:hun ter@host/db":                            false,
		"postgres://me:hunter\\@host/db":                           true,
		"postgres://me:[hunter@host/db":                            true,
		"postgres://me:hunter@host:port/db":                        false,
		"postgres://me:hunter@host/db?sslmode=hunter":              false,
	} {
		err := store.CheckURL(url)
		if (err == nil) != good || err != nil && (strings.Contains(err.Error(), "hun") || strings.Contains(err.Error(), "ter@") || strings.Contains(err.Error(), "12")) {
			t.Errorf("%s: %v", url, err)
		}
	}
}

// TestConnectionErrorsHoldNoLogin checks that a connection error names the server but not the login.
func TestConnectionErrorsHoldNoLogin(t *testing.T) {
	const user, password = "marvin42", "hun:ter%40two"
	for name, says := range map[string]string{
		"nobody listens":   "",
		"a wrong password": `password authentication failed for user "` + user + `"`,
		"in German":        `Passwort-Authentifizierung für Benutzer »` + user + `« fehlgeschlagen`,
		"in French":        `authentification par mot de passe échouée pour l'utilisateur « ` + user + ` »`,
		"no such user":     `role "` + user + `" does not exist`,
		"not from here":    `no pg_hba.conf entry for host "10.0.0.1", user "` + user + `", database "db", no encryption`,
	} {
		t.Run(name, func(t *testing.T) {
			url := "postgres://" + user + ":" + password + "@" + refusing(t, says) + "/db?sslmode=disable"
			_, opening := store.Open(t.Context(), url, game.Timing{}, slog.New(slog.DiscardHandler))
			_, visiting := store.OpenForOperator(t.Context(), url, game.Timing{})
			_, _, asking := store.Schema(t.Context(), url)
			for what, err := range map[string]error{"Open": opening, "Visit": visiting, "Schema": asking} {
				if err == nil || !strings.Contains(err.Error(), "127.0.0.1") || strings.ContainsAny(err.Error(), "\n\t") {
					t.Errorf("%s: %v", what, err)
				}
				for _, part := range []string{user, "hun", "ter", "two"} {
					if err != nil && strings.Contains(err.Error(), part) {
						t.Errorf("%s shows %s: %v", what, part, err)
					}
				}
			}
		})
	}
}

// refusing starts a server that refuses every login with an error text. If the text is empty, nothing listens.
func refusing(t *testing.T, says string) (address string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	noError(t, err)
	if says == "" {
		_ = listener.Close()
		return listener.Addr().String()
	}
	t.Cleanup(func() { _ = listener.Close() })
	fields := "SFATAL\x00VFATAL\x00C28P01\x00M" + says + "\x00\x00"
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			var size [4]byte
			_, _ = io.ReadFull(conn, size[:])
			_, _ = io.CopyN(io.Discard, conn, int64(binary.BigEndian.Uint32(size[:]))-4)
			_, _ = conn.Write(append(binary.BigEndian.AppendUint32([]byte("E"), uint32(len(fields)+4)), fields...))
			_ = conn.Close()
		}
	}()
	return listener.Addr().String()
}
