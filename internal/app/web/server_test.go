package web

import (
	"bufio"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func discard() *slog.Logger { return slog.New(slog.DiscardHandler) }

// serve starts a server for h. The test fails if the server does not stop cleanly at the test's end.
func serve(t *testing.T, h http.Handler) *pipes {
	t.Helper()
	p := newPipes()
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- Serve(ctx, p, h, discard()) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return p
}

// connect returns a connection that is closed before the server stops.
func connect(t *testing.T, p *pipes) net.Conn {
	t.Helper()
	conn, err := p.dial()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}

// exchange sends text. It returns the answer when the server hangs up, and how long that took.
func exchange(t *testing.T, conn net.Conn, text string) (answer string, took time.Duration) {
	t.Helper()
	start := time.Now()
	go func() { _, _ = io.WriteString(conn, text) }() // the server may not read it all
	content, err := io.ReadAll(conn)
	if err != nil && !errors.Is(err, io.ErrClosedPipe) {
		t.Fatal(err)
	}
	return string(content), time.Since(start)
}

func TestStalledClientsAreCutOff(t *testing.T) {
	echo := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		content, _ := io.ReadAll(r.Body)
		_, _ = w.Write(content)
	})
	for name, c := range map[string]struct {
		sends string
		says  string
		after time.Duration
	}{
		"nothing":           {"", "", readHeaderTimeout},
		"half a header":     {"POST / HTTP/1.1\r\nHost: x\r\nX-A: ", "", readHeaderTimeout},
		"half a body":       {"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nhalf", "200 OK", readTimeout},
		"nothing more":      {"GET / HTTP/1.1\r\nHost: x\r\n\r\n", "200 OK", idleTimeout},
		"too large headers": {"GET / HTTP/1.1\r\nHost: x\r\nX-A: " + strings.Repeat("a", maxHeaderBytes+8<<10) + "\r\n\r\n", "431", 500 * time.Millisecond}, // net/http waits before it closes, so that the answer arrives
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				answer, took := exchange(t, connect(t, serve(t, echo)), c.sends)
				if took != c.after || !strings.Contains(answer, c.says) {
					t.Errorf("after %v it hangs up, having said %q; want %v and %q", took, answer, c.after, c.says)
				}
			})
		})
	}
}

func ask(conn net.Conn) (int, error) {
	if _, err := io.WriteString(conn, "GET / HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
		return 0, err
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return 0, err
	}
	return response.StatusCode, response.Body.Close()
}

func TestShutdownFinishesRequests(t *testing.T) {
	for name, c := range map[string]struct {
		takes time.Duration
		fits  bool
	}{
		"in time":  {drainTime - time.Second, true},
		"too long": {drainTime + time.Second, false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, stop := context.WithCancel(t.Context())
				clients, done := newPipes(), make(chan error, 1)
				go func() {
					done <- Serve(ctx, clients, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { time.Sleep(c.takes) }), discard())
				}()
				conn, start := connect(t, clients), time.Now()
				answered := make(chan error, 1)
				go func() {
					status, err := ask(conn)
					if err == nil && status != http.StatusOK {
						err = errors.New(http.StatusText(status))
					}
					answered <- err
				}()
				synctest.Wait()
				stop()
				synctest.Wait()
				if _, err := clients.dial(); err == nil {
					t.Error("it still accepts connections after the stop")
				}
				if err := <-answered; (err == nil) != c.fits {
					t.Errorf("the request under way ends with %v", err)
				}
				if took := time.Since(start); took != min(c.takes, drainTime) {
					t.Errorf("the request under way ends after %v", took)
				}
				if err := <-done; (err == nil) != c.fits {
					t.Errorf("the server ends with %v", err)
				}
				_ = conn.Close()
				time.Sleep(time.Minute) // until the cut-off connections have ended
			})
		})
	}
}

func TestTakenAddressIsNamed(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	err = Listen(t.Context(), "HTTP_ADDR", taken.Addr().String(), http.NewServeMux(), discard())
	if err == nil || !strings.HasPrefix(err.Error(), "HTTP_ADDR: ") {
		t.Errorf("it says %v", err)
	}
}
