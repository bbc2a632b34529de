package fake

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Core is the common ground of the fakes. Its methods may be called concurrently.
type Core struct {
	name      string
	t         testing.TB
	prefix    *regexp.Regexp
	piped     map[string]*Pipe // listeners by address; nil on loopback
	transport *http.Transport
	handler   http.Handler // what the fake serves
	base      string       // URL of that
	servers   []*http.Server
	ending    chan struct{} // closed at the end
	work      sync.WaitGroup
	unchecked atomic.Bool
	offset    atomic.Int64 // of the clock
	traffic   traffic

	mu       sync.Mutex // guards what follows
	ended    bool
	idle     func()
	endpoint string // where deliveries go; empty for a connection of the program's
	fault    func(*http.Request) *Fault
	rules    []*rule
	calls    map[string]int
	limits   map[string]limit
	windows  map[string]*window
}

// New makes the core of a fake, which ends with the test. The name begins what the
// fake says to the test. The patterns of faults are without the prefix of paths, such
// as a version; nil is none. Piped, all connections are in memory. The function
// closes the connections that are no longer requests.
func New(t testing.TB, name string, prefix *regexp.Regexp, piped bool, hangUp func()) *Core {
	c := &Core{
		name: name, t: t, prefix: prefix, ending: make(chan struct{}),
		calls: map[string]int{}, limits: map[string]limit{}, windows: map[string]*window{},
	}
	if piped {
		c.piped = map[string]*Pipe{}
	}
	c.transport = &http.Transport{DialContext: c.Dial, MaxIdleConnsPerHost: 256, Proxy: c.refused}
	t.Cleanup(func() { c.end(hangUp) })
	return c
}

func (c *Core) end(hangUp func()) {
	close(c.ending)
	c.mu.Lock()
	c.ended = true
	servers := c.servers
	c.mu.Unlock()
	hangUp()
	for _, server := range servers {
		server.Close()
	}
	c.transport.CloseIdleConnections()
	c.work.Wait()
	c.transport.CloseIdleConnections()
}

// Serve starts the HTTP server of the fake, at the address if it is piped, and
// gives its URL.
func (c *Core) Serve(address string, h http.Handler) string {
	c.t.Helper()
	c.handler, c.base = h, c.listen(address, h)
	return c.base
}

// Transport reaches the fake. Faults that refuse a connection are seen here and in
// [Core.Direct] alone.
func (c *Core) Transport() http.RoundTripper { return c.transport }

// refused is asked for the proxy of each request before there is a connection for it.
// There is none, but it can say no.
func (c *Core) refused(r *http.Request) (*url.URL, error) {
	if strings.HasPrefix(r.URL.String(), c.base) && c.ruled(r, true).Refuse {
		return nil, errRefused
	}
	return nil, nil
}

func (c *Core) listen(address string, h http.Handler) string {
	c.t.Helper()
	var listener net.Listener
	if c.piped != nil {
		p := NewPipe(address)
		c.mu.Lock()
		c.piped[address] = p
		c.mu.Unlock()
		listener = p
	} else {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			c.t.Fatalf("%s: listen: %v", c.name, err)
		}
		listener, address = l, l.Addr().String()
	}
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !c.beginWork() {
			panic(http.ErrAbortHandler)
		}
		defer c.work.Done()
		h.ServeHTTP(w, r)
	}), ReadHeaderTimeout: 10 * time.Second}
	c.mu.Lock()
	c.servers = append(c.servers, server)
	c.mu.Unlock()
	c.work.Go(func() { _ = server.Serve(listener) })
	return "http://" + address
}

// beginWork counts a request, unless the fake has ended.
func (c *Core) beginWork() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.ended {
		c.work.Add(1)
	}
	return !c.ended
}

// Go runs a function for which the end of the test waits.
func (c *Core) Go(f func()) { c.work.Go(f) }

// Ending is closed when the test ends.
func (c *Core) Ending() <-chan struct{} { return c.ending }

// Dial reaches the fake and what was connected to it.
func (c *Core) Dial(ctx context.Context, network, address string) (net.Conn, error) {
	if c.piped == nil {
		var d net.Dialer
		return d.DialContext(ctx, network, address)
	}
	c.mu.Lock()
	p := c.piped[address]
	c.mu.Unlock()
	if p == nil {
		return nil, &net.OpError{Op: "dial", Net: network, Err: net.UnknownNetworkError("nothing listens at " + address)}
	}
	return p.Dial(ctx)
}

// ConnectHTTP has deliveries sent to a handler by HTTP from now on, signed.
func (c *Core) ConnectHTTP(h http.Handler) {
	c.t.Helper()
	c.ConnectURL(c.listen("bot.test:80", h))
}

// ConnectURL has deliveries sent to a URL, or below it, from now on, signed.
func (c *Core) ConnectURL(url string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.endpoint = strings.TrimSuffix(url, "/")
}

// Endpoint is where deliveries are sent by HTTP; empty if they are not.
func (c *Core) Endpoint() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.endpoint
}

// Deliver sends a request to the endpoint, and gives the answer with its body. It
// waits no longer than so long.
func (c *Core) Deliver(r *http.Request, within time.Duration) (*http.Response, []byte, error) {
	ctx, cancel := context.WithTimeout(r.Context(), within)
	defer cancel()
	answer, err := c.transport.RoundTrip(r.WithContext(ctx))
	if err != nil {
		return nil, nil, err
	}
	defer answer.Body.Close()
	const enough = 128 << 20
	body, err := io.ReadAll(io.LimitReader(answer.Body, enough))
	return answer, body, err
}

// Advance lets time pass for the fake alone.
func (c *Core) Advance(d time.Duration) { c.offset.Add(int64(d)) }

// Now is the fake's time.
func (c *Core) Now() time.Time { return time.Now().Add(time.Duration(c.offset.Load())) }

// SkipValidation ends the checks of what is sent to the fake, their record, and
// the memory of all but the newest messages. A benchmark needs it, and so does a
// program that sends what it should not.
func (c *Core) SkipValidation() { c.unchecked.Store(true) }

// Unchecked reports whether there are no checks.
func (c *Core) Unchecked() bool { return c.unchecked.Load() }

// Violated fails the test, unless it is over.
func (c *Core) Violated(format string, values ...any) {
	c.t.Helper()
	select {
	case <-c.ending:
	default:
		c.t.Errorf(c.name+": "+format, values...)
	}
}

// Answer holds the answer to a request. A body that is a string is HTML, nil
// is none, and all else is JSON.
type Answer struct {
	Status int
	Body   any
}

// Exchange answers a request to a route as serve says, with what is scripted to go
// wrong; refuse gives the answer of a fault that has one. It gives the status, and
// panics as [http.ErrAbortHandler] says where there is no answer.
func (c *Core) Exchange(w http.ResponseWriter, r *http.Request, route string, body []byte, refuse func(Fault) Answer, serve func() Answer) int {
	c.mu.Lock()
	c.calls[route]++
	c.mu.Unlock()
	f := c.faultOf(r, body)
	c.suffer(r, f)
	answer := Answer{}
	if f.answers() {
		answer = refuse(f)
	} else {
		answer = serve()
	}
	if f.Lost {
		panic(http.ErrAbortHandler)
	}
	return Write(w, answer)
}

// Write writes an answer, and gives its status.
func Write(w http.ResponseWriter, a Answer) int {
	var text []byte
	switch body := a.Body.(type) {
	case nil:
	case string:
		w.Header().Set("Content-Type", "text/html")
		text = []byte("<html>" + body + "</html>")
	default:
		if w.Header().Get("Content-Type") == "" {
			w.Header().Set("Content-Type", "application/json")
		}
		var err error
		if text, err = json.Marshal(body); err != nil {
			panic(err) // the fake's own mistake
		}
	}
	w.WriteHeader(a.Status)
	_, _ = w.Write(text)
	return a.Status
}

// Calls gives how often a route was called, or all of them for "", whether or not that
// was answered.
func (c *Core) Calls(route string) (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for called, times := range c.calls {
		if route == "" || route == called {
			n += times
		}
	}
	return n
}

// withBody gives a request of which the body can be read once more.
func withBody(r *http.Request, body []byte) *http.Request {
	copied := r.Clone(r.Context())
	copied.Body = io.NopCloser(bytes.NewReader(body))
	return copied
}

// Shorten cuts a text to what a test should print.
func Shorten(text []byte) string {
	const enough = 600
	if len(text) > enough {
		return string(text[:enough]) + "…"
	}
	return string(text)
}
