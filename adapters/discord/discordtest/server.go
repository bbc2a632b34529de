package discordtest

import (
	"context"
	"crypto/ed25519"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Server is a fake of Discord with one application. Its methods may be called
// concurrently. What the application may not do fails the test.
type Server struct {
	t         testing.TB
	token     string
	app       string // id of the application, which is not that of its user
	key       ed25519.PrivateKey
	piped     map[string]*pipe // listeners by address; nil on loopback
	api       string           // base URL, without a path
	transport *http.Transport
	servers   []*http.Server
	ending    chan struct{} // closed at the end
	work      sync.WaitGroup
	unchecked atomic.Bool
	offset    atomic.Int64 // of the clock
	traffic   traffic
	routes    *http.ServeMux

	mu           sync.Mutex // guards what follows
	ended        bool
	ids          uint64
	began        time.Time
	users        map[string]*person  // by name
	names        map[string]string   // of users, by id
	channels     map[string]*channel // by id
	places       map[string]*channel // by name, the newest
	messages     map[string]*message
	interactions map[string]*Interaction // by token
	commands     map[string][]*command   // by server, "" for the global ones
	emoji        []emoji
	endpoint     string // where interactions go; empty for the gateway
	slow         time.Duration
	gateway      gateway
	fault        func(*http.Request) *Fault
	requests     []Request
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
		t:            t,
		token:        "MTAwMDAwMDAwMDAwMDAwMDAw.GaBcDe.not-a-secret-of-anybody-0123456789",
		key:          ed25519.NewKeyFromSeed([]byte("the seed of the fake has 32 byte")),
		ending:       make(chan struct{}),
		began:        time.Now(),
		users:        map[string]*person{},
		names:        map[string]string{},
		channels:     map[string]*channel{},
		places:       map[string]*channel{},
		messages:     map[string]*message{},
		interactions: map[string]*Interaction{},
		commands:     map[string][]*command{},
		gateway:      gateway{shards: 1},
	}
	if piped {
		s.piped = map[string]*pipe{}
	}
	s.transport = &http.Transport{DialContext: s.Dial, MaxIdleConnsPerHost: 256}
	s.app = s.snowflake()
	s.routes = s.mux()
	s.api = s.serve("discord.test:80", http.HandlerFunc(s.handle))
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
			s.t.Fatalf("discordtest: listen: %v", err)
		}
		listener, address = l, l.Addr().String()
	}
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.work.Add(1)
		defer s.work.Done()
		h.ServeHTTP(w, r)
	}), ReadHeaderTimeout: 10 * time.Second}
	s.mu.Lock()
	s.servers = append(s.servers, server)
	s.mu.Unlock()
	s.work.Go(func() { _ = server.Serve(listener) })
	return "http://" + address
}

func (s *Server) end() {
	close(s.ending)
	s.mu.Lock()
	s.ended = true
	servers := s.servers
	s.gateway.closeAll(closeNothing)
	s.mu.Unlock()
	for _, server := range servers {
		server.Close()
	}
	s.transport.CloseIdleConnections()
	s.work.Wait()
	s.transport.CloseIdleConnections()
}

// APIURL is the base of the HTTP API, without a version.
func (s *Server) APIURL() string { return s.api + "/api" }

// Token is the bot's token, without a prefix.
func (s *Server) Token() string { return s.token }

// PublicKey is what interactions sent by HTTP are signed for.
func (s *Server) PublicKey() ed25519.PublicKey { return s.key.Public().(ed25519.PublicKey) }

// ApplicationID is the id of the application. That of its user is
// User("bot"), and is another.
func (s *Server) ApplicationID() string { return s.app }

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

// Advance lets time pass for the fake alone: tokens grow old.
func (s *Server) Advance(d time.Duration) { s.offset.Add(int64(d)) }

func (s *Server) now() time.Time { return time.Now().Add(time.Duration(s.offset.Load())) }

// SkipValidation ends the checks of what is sent to the fake, and their record.
// A benchmark needs it, and so does a program that sends what it should not.
func (s *Server) SkipValidation() { s.unchecked.Store(true) }

// violated fails the test, unless it is over.
func (s *Server) violated(format string, values ...any) {
	select {
	case <-s.ending:
	default:
		s.t.Errorf("discordtest: "+format, values...)
	}
}
