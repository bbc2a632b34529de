package web

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
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

func TestLargeHeadersAreRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		conn := connect(t, serve(t, http.NewServeMux()))
		go func() { // the server does not read it all
			_, _ = fmt.Fprintf(conn, "POST / HTTP/1.1\r\nHost: x\r\nX-A: %s\r\n\r\n", strings.Repeat("a", maxHeaderBytes+8<<10))
		}()
		content, err := io.ReadAll(conn)
		if err != nil || !strings.Contains(string(content), "431") {
			t.Errorf("it hangs up, having said %q, %v", content, err)
		}
	})
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

// pipes is a listener without a network, so that tests can use a fake clock.
type pipes struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

func newPipes() *pipes { return &pipes{conns: make(chan net.Conn), closed: make(chan struct{})} }

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case conn := <-p.conns:
		return conn, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

func (p *pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipes", Net: "unix"} }

// dial connects to the listener and waits for Accept. It fails with [net.ErrClosed] after Close.
func (p *pipes) dial() (net.Conn, error) {
	ours, theirs := net.Pipe()
	select {
	case p.conns <- theirs:
		return ours, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

// Clients that hold all connections keep others out only until they time out.
func TestFullServerMakesRoom(t *testing.T) {
	const request = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"
	large := make([]byte, 8<<10) // more than net/http buffers
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
						_, _ = w.Write(large)
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

// begin sends a request without its last byte, and returns a reader for the answer.
func begin(t *testing.T, conn net.Conn, length int) *bufio.Reader {
	t.Helper()
	go func() { // the server may not read it all
		_, _ = fmt.Fprintf(conn, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s", length, strings.Repeat("x", length-1))
	}()
	return bufio.NewReader(conn)
}

// At most 4 MiB of large bodies are read at a time. More large bodies are refused at once, and their
// clients are soon cut off. Small bodies are always read.
func TestLargeBodiesAreBounded(t *testing.T) {
	const size, most = 256 << 10, 16
	synctest.Test(t, func(t *testing.T) {
		reading := make(chan int64, 2*most)
		clients := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			reading <- r.ContentLength
			if _, err := io.Copy(io.Discard, r.Body); err != nil {
				w.WriteHeader(http.StatusBadRequest)
			}
		}))
		status := func(from *bufio.Reader) int {
			t.Helper()
			response, err := http.ReadResponse(from, nil)
			if err != nil {
				t.Fatal(err)
			}
			return response.StatusCode
		}
		for range most {
			begin(t, connect(t, clients), size)
		}
		synctest.Wait()
		began := time.Now()

		from := begin(t, connect(t, clients), largeBody+1)
		if got := status(from); got != http.StatusServiceUnavailable || time.Since(began) > 0 {
			t.Errorf("one large body more is answered %d after %v", got, time.Since(began))
		}
		if _, err := io.Copy(io.Discard, from); err != nil || time.Since(began) != restTimeout {
			t.Errorf("its client is cut off after %v, %v", time.Since(began), err)
		}
		unknown := connect(t, clients)
		go func() {
			_, _ = io.WriteString(unknown, "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n")
		}()
		if got := status(bufio.NewReader(unknown)); got != http.StatusServiceUnavailable {
			t.Errorf("one of unknown length more is answered %d", got)
		}
		small := connect(t, clients)
		from = begin(t, small, largeBody)
		synctest.Wait()
		_, _ = io.WriteString(small, "x")
		if got := status(from); got != http.StatusOK {
			t.Errorf("a small one is answered %d", got)
		}
		if n := len(reading); n != most+1 {
			t.Errorf("%d bodies are read", n)
		}

		time.Sleep(readTimeout) // until the stalled clients are cut off
		again := connect(t, clients)
		from = begin(t, again, size)
		synctest.Wait()
		_, _ = io.WriteString(again, "x")
		if got := status(from); got != http.StatusOK {
			t.Errorf("afterwards a large one is answered %d", got)
		}
	})
}

// If the handler does not read a body, the client is cut off after restTimeout.
func TestUnreadBodiesAreCutOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		clients := serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusUnauthorized) }))
		began := time.Now()
		content, err := io.ReadAll(begin(t, connect(t, clients), largeBody))
		if took := time.Since(began); err != nil || took != restTimeout || !strings.Contains(string(content), "401") {
			t.Errorf("after %v the client has heard %q, %v", took, content, err)
		}
	})
}

const canary = "canary.Zm9v-42"

func TestPanicIsLoggedWithoutItsValue(t *testing.T) {
	var out strings.Builder
	h := newServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(errors.New(canary)) }),
		slog.New(slog.NewTextHandler(&out, nil))).Handler
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
	if got := out.String(); w.Code != http.StatusInternalServerError || strings.Contains(got, canary) ||
		!strings.Contains(got, "level=ERROR") || !strings.Contains(got, "TestPanicIsLogged") {
		t.Errorf("it answers %d and logs %s", w.Code, got)
	}
}

func TestAbortStaysAnAbort(t *testing.T) {
	h := survivePanics(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }), discard())
	defer func() {
		if got := recover(); got != http.ErrAbortHandler {
			t.Errorf("the server sees %v", got)
		}
	}()
	h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil))
}

func TestRoutes(t *testing.T) {
	platform := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusAccepted) })
	isReady := true
	var broken []string
	mux := Routes(func(context.Context) (bool, []string) { return isReady, broken }, map[string]http.Handler{"POST /discord/interactions": platform})
	for _, c := range []struct {
		method, path string
		ready        bool
		status       int
		body, allow  string
	}{
		{"POST", "/discord/interactions", true, http.StatusAccepted, "", ""},
		{"GET", "/discord/interactions", true, http.StatusMethodNotAllowed, "Method Not Allowed\n", "POST"},
		{"POST", "/discord/interactions/", true, http.StatusNotFound, "404 page not found\n", ""},
		{"POST", "/slack/commands", true, http.StatusNotFound, "404 page not found\n", ""},
		{"GET", "/", true, http.StatusNotFound, "404 page not found\n", ""},
		{"GET", "/healthz", true, http.StatusOK, "alive\n", ""},
		{"GET", "/healthz", false, http.StatusOK, "alive\n", ""},
		{"POST", "/healthz", true, http.StatusMethodNotAllowed, "Method Not Allowed\n", "GET, HEAD"},
		{"GET", "/readyz", true, http.StatusOK, "ready\n", ""},
		{"GET", "/readyz", false, http.StatusServiceUnavailable, "not ready\n", ""},
		{"DELETE", "/readyz", true, http.StatusMethodNotAllowed, "Method Not Allowed\n", "GET, HEAD"},
	} {
		isReady = c.ready
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest(c.method, c.path, nil))
		if w.Code != c.status || w.Body.String() != c.body || w.Header().Get("Allow") != c.allow {
			t.Errorf("%s %s, ready %v: %d %q, allowed %q; want %d %q, %q",
				c.method, c.path, c.ready, w.Code, w.Body, w.Header().Get("Allow"), c.status, c.body, c.allow)
		}
	}
	broken = []string{"one", "two"}
	for ready, want := range map[bool]string{
		true:  "ready\ndoes not work: one\ndoes not work: two\n",
		false: "not ready\ndoes not work: one\ndoes not work: two\n",
	} {
		isReady = ready
		w := httptest.NewRecorder()
		if mux.ServeHTTP(w, httptest.NewRequest("GET", "/readyz", nil)); w.Body.String() != want {
			t.Errorf("ready %v with two broken: %q", ready, w.Body)
		}
	}
}
