package store_test

import (
	"encoding/binary"
	"io"
	"log/slog"
	"net"
	"strings"
	"testing"

	"othellobot/game"
	"othellobot/store"
)

// TestURLsWithPasswords checks that a URL is refused if the driver could read a part of the password as
// another part of the URL. The error must not contain any part of the password.
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

// TestConnectionErrorsHoldNoLogin checks that a connection error names the server but not the login, even
// if the server's message does.
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

// refusing starts a PostgreSQL server that refuses every login with the text says. Without a text,
// nothing listens at the address.
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
