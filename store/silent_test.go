package store_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/url"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"othellobot/store"
	"othellobot/store/storetest"
)

// proxy stands in front of a server and can become silent: its connections stay open, but deliver nothing.
type proxy struct {
	listener net.Listener

	mu     sync.Mutex
	silent chan struct{} // closed when the present connections become silent
	deaf   bool          // new connections are silent, too
	conns  []net.Conn
}

// newProxy returns a proxy for the server of a URL, and the URL through the proxy.
func newProxy(t *testing.T, server string) (*proxy, string) {
	t.Helper()
	config, err := pgconn.ParseConfig(server)
	noError(t, err)
	network, address := pgconn.NetworkAddress(config.Host, config.Port)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	noError(t, err)
	p := &proxy{silent: make(chan struct{}), listener: listener}
	t.Cleanup(p.end)
	go func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			s, err := net.Dial(network, address)
			if err != nil {
				_ = c.Close()
				continue
			}
			p.join(c, s)
		}
	}()
	u, err := url.Parse(server)
	noError(t, err)
	query := u.Query()
	query.Del("host")
	query.Set("port", strconv.Itoa(listener.Addr().(*net.TCPAddr).Port))
	u.Host, u.RawQuery = "127.0.0.1", query.Encode()
	return p, u.String()
}

func (p *proxy) join(client, server net.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.conns = append(p.conns, client, server)
	silent := p.silent
	if p.deaf {
		silent = make(chan struct{})
		close(silent)
	}
	forward := func(to io.WriteCloser, from io.Reader) {
		buffer := make([]byte, 1<<14)
		for {
			n, err := from.Read(buffer)
			select {
			case <-silent:
				return // and leave both open
			default:
			}
			if err != nil {
				_ = to.Close()
				return
			}
			_, _ = to.Write(buffer[:n])
		}
	}
	go forward(client, server)
	go forward(server, client)
}

// count returns the number of connections.
func (p *proxy) count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.conns) / 2
}

// fall makes the present connections silent forever. If deaf is set, new ones are silent, too,
// until answer is called.
func (p *proxy) fall(deaf bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	close(p.silent)
	p.silent, p.deaf = make(chan struct{}), deaf
}

func (p *proxy) answer() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.deaf = false
}

func (p *proxy) end() {
	_ = p.listener.Close()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.conns {
		_ = c.Close()
	}
}

// TestSilentConnections checks that silent connections delay callers only briefly. An idle
// connection is pinged before use, and the loss of one drops all.
func TestSilentConnections(t *testing.T) {
	storetest.NeedsPostgres(t)
	for what, test := range map[string]func(t *testing.T, s *store.Store){
		"in use": func(t *testing.T, s *store.Store) {
			if err := loadWithin(t, s, 1500*time.Millisecond); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("the first one: %v", err)
			}
			if err := loadWithin(t, s, 900*time.Millisecond); err != nil { // less than a ping takes
				t.Errorf("the next one: %v", err)
			}
		},
		"all in use": func(t *testing.T, s *store.Store) {
			var all sync.WaitGroup
			for range 64 { // more than there are connections
				all.Go(func() { _ = loadWithin(t, s, 1500*time.Millisecond) })
			}
			all.Wait()
			if err := loadWithin(t, s, 1500*time.Millisecond); err != nil {
				t.Errorf("the next one: %v", err)
			}
		},
		"idle": func(t *testing.T, s *store.Store) {
			time.Sleep(1100 * time.Millisecond)
			if err := loadWithin(t, s, 1900*time.Millisecond); err != nil { // less than two pings take
				t.Errorf("the first one: %v", err)
			}
		},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			p, address := newProxy(t, storetest.Postgres(t))
			s := open(t, address, timing)
			crowd(t, s)
			if n := p.count(); n < 8 {
				t.Fatalf("%d connections prove little", n)
			}
			p.fall(false)
			test(t, s)
		})
	}
}

// crowd makes the store open several connections.
func crowd(t *testing.T, s *store.Store) {
	t.Helper()
	var all sync.WaitGroup
	for range 64 {
		all.Go(func() {
			if err := s.Check(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

func loadWithin(t *testing.T, s *store.Store, limit time.Duration) error {
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	_, err := s.Load(ctx, here, "")
	return err
}
