package web

import (
	"io"
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

// Clients that hold all connections keep others out only until they time out.
func TestFullServerMakesRoom(t *testing.T) {
	const request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"
	for name, c := range map[string]struct {
		sends string
		reads bool
		after time.Duration
	}{
		"before it":     {"", true, readHeaderTimeout},
		"in a header":   {request[:20], true, readHeaderTimeout},
		"in a body":     {"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n", true, readTimeout},
		"in an answer":  {"GET /large HTTP/1.1\r\nHost: x\r\n\r\n", false, writeTimeout},
		"after a whole": {request, true, idleTimeout},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				clients := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					_, _ = io.Copy(io.Discard, r.Body)
					if r.URL.Path == "/large" {
						_, _ = w.Write(make([]byte, 1<<20))
					}
				}))
				for range maxConnections {
					conn := connect(t, clients)
					if _, err := io.WriteString(conn, c.sends); err != nil {
						t.Fatal(err)
					}
					if c.reads {
						go func() { _, _ = io.Copy(io.Discard, conn) }()
					}
				}
				synctest.Wait()
				began := time.Now()
				if status, err := ask(connect(t, clients)); err != nil || status != http.StatusOK || time.Since(began) != c.after {
					t.Errorf("another is answered %d after %v, want %v: %v", status, time.Since(began), c.after, err)
				}
			})
		})
	}
}

// Serve returns an error if its listener fails, so that the program ends.
func TestServeEndsWithItsListener(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pipes := newPipes()
		_ = pipes.Close()
		if err := Serve(t.Context(), pipes, http.NewServeMux(), discard()); err == nil {
			t.Error("it returns no error")
		}
	})
}
