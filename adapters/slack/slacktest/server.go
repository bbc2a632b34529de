package slacktest

import (
	"context"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

type object = map[string]any

// Server is a fake of Slack with one app. The workspace it embeds is the first
// one, in which the app is installed. Its methods may be called concurrently.
// What the app may not do fails the test.
type Server struct {
	*Workspace

	t         testing.TB
	piped     map[string]*pipe // listeners by address; nil on loopback
	base      string           // URL without a path
	transport *http.Transport
	servers   []*http.Server
	ending    chan struct{} // closed at the end
	work      sync.WaitGroup
	unchecked atomic.Bool
	offset    atomic.Int64 // of the clock
	traffic   traffic

	mu         sync.Mutex // guards what follows, and all that hangs on it
	ended      bool
	ids        uint64
	stamps     uint64
	workspaces map[string]*Workspace // by id
	tokens     map[string]*install
	codes      map[string]*consent
	people     map[string]*person  // by id
	channels   map[string]*channel // by id
	responses  map[string]*response
	pending    map[string]*Delivery // by envelope
	scopes     []string
	endpoint   string // where deliveries go; empty for Socket Mode
	socket     socket
	fault      func(*http.Request) *Fault
	idle       func()
	requests   []Request
}

// New starts a fake on the loopback interface, which ends with the test.
func New(t testing.TB) *Server {
	t.Helper()
	return start(t, false)
}

// NewPiped starts a fake for a bubble of [testing/synctest]: its time is the
// bubble's, and it is reached with [Server.Transport] and [Server.Dial] alone.
// [Server.Settle] is exact there.
func NewPiped(t testing.TB) *Server {
	t.Helper()
	return start(t, true)
}

func start(t testing.TB, piped bool) *Server {
	t.Helper()
	s := &Server{
		t:          t,
		ending:     make(chan struct{}),
		workspaces: map[string]*Workspace{},
		tokens:     map[string]*install{},
		codes:      map[string]*consent{},
		people:     map[string]*person{},
		channels:   map[string]*channel{},
		responses:  map[string]*response{},
		pending:    map[string]*Delivery{},
		scopes:     allScopes(),
		socket:     newSocket(),
	}
	if piped {
		s.piped = map[string]*pipe{}
	}
	s.transport = &http.Transport{DialContext: s.Dial, MaxIdleConnsPerHost: 256}
	s.Workspace = s.NewWorkspace("den")
	s.Install(s.Workspace)
	s.base = s.serve("slack.test:80", s.handler())
	t.Cleanup(s.end)
	return s
}

// serve starts an HTTP server, at the address if it is piped, and gives its URL.
func (s *Server) serve(address string, h http.Handler) string {
	s.t.Helper()
	var listener net.Listener
	if s.piped != nil {
		p := newPipe(address)
		s.mu.Lock()
		s.piped[address] = p
		s.mu.Unlock()
		listener = p
	} else {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			s.t.Fatalf("slacktest: listen: %v", err)
		}
		listener, address = l, l.Addr().String()
	}
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.beginWork() {
			panic(http.ErrAbortHandler)
		}
		defer s.work.Done()
		h.ServeHTTP(w, r)
	}), ReadHeaderTimeout: 10 * time.Second}
	s.mu.Lock()
	s.servers = append(s.servers, server)
	s.mu.Unlock()
	s.work.Go(func() { _ = server.Serve(listener) })
	return "http://" + address
}

// beginWork counts a request, unless the fake has ended.
func (s *Server) beginWork() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.ended {
		s.work.Add(1)
	}
	return !s.ended
}

func (s *Server) end() {
	close(s.ending)
	s.mu.Lock()
	s.ended = true
	servers := s.servers
	for l := range s.socket.links {
		l.conn.Close()
	}
	s.mu.Unlock()
	for _, server := range servers {
		server.Close()
	}
	s.transport.CloseIdleConnections()
	s.work.Wait()
	s.transport.CloseIdleConnections()
}

// URL is the fake's address, without a path.
func (s *Server) URL() string { return s.base }

// APIURL is the base of the Web API, with a slash at its end.
func (s *Server) APIURL() string { return s.base + "/api/" }

// AppToken is the app-level token, for Socket Mode.
func (s *Server) AppToken() string { return "xapp-1-" + appID + "-0-not-a-secret-of-anybody" }

// SigningSecret is what deliveries by HTTP are signed with.
func (s *Server) SigningSecret() string { return "0123456789abcdef0123456789abcdef" }

// ClientID is the app's id for OAuth.
func (s *Server) ClientID() string { return "1234567890.0987654321" }

// ClientSecret is the app's secret for OAuth.
func (s *Server) ClientSecret() string { return "fedcba9876543210fedcba9876543210" }

// AppID is the id of the app.
func (s *Server) AppID() string { return appID }

const appID = "A0OTHELLO"

// Transport reaches the fake.
func (s *Server) Transport() http.RoundTripper { return s.transport }

// Dial reaches the fake and what was connected to it.
func (s *Server) Dial(ctx context.Context, network, address string) (net.Conn, error) {
	if s.piped == nil {
		var d net.Dialer
		return d.DialContext(ctx, network, address)
	}
	s.mu.Lock()
	p := s.piped[address]
	s.mu.Unlock()
	if p == nil {
		return nil, &net.OpError{Op: "dial", Net: network, Err: net.UnknownNetworkError("nothing listens at " + address)}
	}
	return p.dial(ctx)
}

// Advance lets time pass for the fake alone: response addresses grow old.
func (s *Server) Advance(d time.Duration) { s.offset.Add(int64(d)) }

func (s *Server) now() time.Time { return time.Now().Add(time.Duration(s.offset.Load())) }

// SkipValidation ends the checks of what is sent to the fake, their record, and
// the memory of all but the newest messages. A benchmark needs it, and so does a
// program that sends what it should not.
func (s *Server) SkipValidation() { s.unchecked.Store(true) }

// violated fails the test, unless it is over.
func (s *Server) violated(format string, values ...any) {
	select {
	case <-s.ending:
	default:
		s.t.Errorf("slacktest: "+format, values...)
	}
}
