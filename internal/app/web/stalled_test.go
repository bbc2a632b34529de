package web

import (
	"io"
	"net"
	"net/http"
	"runtime"
	"testing"
	"testing/synctest"
	"time"
)

// TestThousandStalledConnectionsPass has a thousand clients begin a request and
// never end it, all at once: others are answered as if they were not there, and
// when their time is over nothing of them is left.
func TestThousandStalledConnectionsPass(t *testing.T) {
	const many = 1000
	const others = 100 // goroutines of the process that are none of this test's, and may begin or end meanwhile
	for name, begin := range map[string]string{
		"before it": "", "in a header": "GET / HTTP/1.1\r\nHost: x\r\nX: ", "in a body": "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				clients, stop, done := serving(t, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
					_, _ = io.Copy(io.Discard, r.Body) // it never comes to its end
				}))
				synctest.Wait()
				before := runtime.NumGoroutine()
				var stalled []net.Conn
				for range many {
					conn := connect(t, clients)
					stalled = append(stalled, conn)
					if _, err := io.WriteString(conn, begin); err != nil {
						t.Fatal(err)
					}
				}
				synctest.Wait()
				if now := runtime.NumGoroutine(); now < before+many-others {
					t.Errorf("with %d stalled clients there are %d goroutines, and %d before", many, now, before)
				}
				other, began := connect(t, clients), time.Now()
				if status, err := ask(other); err != nil || status != http.StatusOK || time.Since(began) > 0 {
					t.Errorf("another is answered %d after %v: %v", status, time.Since(began), err)
				}
				_ = other.Close()
				for _, conn := range stalled {
					_, _ = io.Copy(io.Discard, conn) // until the server hangs up
					_ = conn.Close()
				}
				if took := time.Since(began); took > readTimeout {
					t.Errorf("the last of them is cut off after %v, want %v at most", took, readTimeout)
				}
				synctest.Wait()
				if now := runtime.NumGoroutine(); now > before+others {
					t.Errorf("after them there are %d goroutines, and %d before", now, before)
				}
				stop()
				if err := <-done; err != nil {
					t.Error(err)
				}
			})
		})
	}
}
