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

// Core holds what fakes share: servers, faults, limits and call counts. It is safe for concurrent use.
type Core struct {
	name      string
	t         testing.TB
	prefix    *regexp.Regexp
	piped     map[string]*Pipe // in-memory listeners by address; nil if the fake listens on loopback
	transport *http.Transport
	handler   http.Handler // handler that the fake serves
	base      string       // URL of that handler
	servers   []*http.Server
	ending    chan struct{} // closed at the end of the test
	work      sync.WaitGroup
	unchecked atomic.Bool
	offset    atomic.Int64 // added to the real time; set by Advance
	traffic   traffic

	mu       sync.Mutex // guards the fields below
	ended    bool
	idle     func()
	endpoint string // URL for deliveries by HTTP; empty if deliveries do not use HTTP
	fault    func(*http.Request) *Fault
	rules    []*rule
	calls    map[string]int
	limits   map[string]limit
	windows  map[string]*window
}

// New returns the core of a fake, which stops at the end of the test. Its error messages begin with
// name. Fault patterns match paths without prefix, such as an API version; prefix may be nil. If piped
// is set, connections are in memory. At the end, hangUp must close connections such as websockets.
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

// Serve starts the fake's HTTP server and returns its URL. A piped fake listens at address.
func (c *Core) Serve(address string, h http.Handler) string {
	c.t.Helper()
	c.handler, c.base = h, c.listen(address, h)
	return c.base
}

// Transport returns a transport that reaches the fake. Only it and [Core.Direct]'s transport can refuse connections.
func (c *Core) Transport() http.RoundTripper { return c.transport }

// refused is used as [http.Transport.Proxy]: its error refuses the connection, and it never returns a proxy.
func (c *Core) refused(r *http.Request) (*url.URL, error) {
	if strings.HasPrefix(r.URL.String(), c.base) && c.ruleFault(r, true).Refuse {
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

func (c *Core) beginWork() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.ended {
		c.work.Add(1)
	}
	return !c.ended
}

// Go runs f in its own goroutine. The test does not end before f returns.
func (c *Core) Go(f func()) { c.work.Go(f) }

// Ending returns a channel that is closed when the test ends.
func (c *Core) Ending() <-chan struct{} { return c.ending }

// Dial connects to the fake, or to a handler that was connected to it.
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

// ConnectHTTP serves the bot's handler and makes the fake send later deliveries to it by HTTP.
func (c *Core) ConnectHTTP(h http.Handler) {
	c.t.Helper()
	c.ConnectURL(c.listen("bot.test:80", h))
}

// ConnectURL makes the fake send later deliveries to url or to paths below it.
func (c *Core) ConnectURL(url string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.endpoint = strings.TrimSuffix(url, "/")
}

// Endpoint returns the URL for deliveries by HTTP, or "" if deliveries do not use HTTP.
func (c *Core) Endpoint() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.endpoint
}

// Deliver sends a request to the endpoint, and waits no longer than within for the response and its body.
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

// Advance moves the fake's clock forward, and only that clock.
func (c *Core) Advance(d time.Duration) { c.offset.Add(int64(d)) }

// Now returns the time of the fake's clock.
func (c *Core) Now() time.Time { return time.Now().Add(time.Duration(c.offset.Load())) }

// SkipValidation makes the fake skip its checks and its record of requests, and keep only the newest messages.
func (c *Core) SkipValidation() { c.unchecked.Store(true) }

// Unchecked reports whether [Core.SkipValidation] was called.
func (c *Core) Unchecked() bool { return c.unchecked.Load() }

// Violation fails the test, unless the test is ending.
func (c *Core) Violation(format string, values ...any) {
	c.t.Helper()
	select {
	case <-c.ending:
	default:
		c.t.Errorf(c.name+": "+format, values...)
	}
}

// Answer is a response. A string Body is sent as HTML, nil as an empty body, and any other value as JSON.
type Answer struct {
	Status int
	Body   any
}

// Exchange answers a request to a route with serve or with a scripted fault, whose answer refuse
// builds. It returns the status, or panics with [http.ErrAbortHandler] if there is no answer.
func (c *Core) Exchange(w http.ResponseWriter, r *http.Request, route string, body []byte, refuse func(Fault) Answer, serve func() Answer) int {
	c.mu.Lock()
	c.calls[route]++
	c.mu.Unlock()
	f := c.faultOf(r, body)
	c.applyFault(r, f)
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

// Write writes an answer and returns its status.
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
			panic(err) // a mistake in the fake
		}
	}
	w.WriteHeader(a.Status)
	_, _ = w.Write(text)
	return a.Status
}

// Calls counts the requests to a route, or to all routes if route is "". It includes unanswered requests.
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

func withBody(r *http.Request, body []byte) *http.Request {
	copied := r.Clone(r.Context())
	copied.Body = io.NopCloser(bytes.NewReader(body))
	return copied
}

// Shorten cuts a text to a length that suits a test's output.
func Shorten(text []byte) string {
	const enough = 600
	if len(text) > enough {
		return string(text[:enough]) + "…"
	}
	return string(text)
}
