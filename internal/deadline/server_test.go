package deadline_test

import (
	"cmp"
	"log/slog"
	"net"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"othellobot/store"
	"othellobot/store/storetest"
)

// A connection to PostgreSQL becomes silent for ever, as when the server behind an
// address is replaced: what was sent arrives, and nothing comes back. New ones are
// silent, too, for a while.
func TestSilentServer(t *testing.T) {
	storetest.NeedsPostgres(t)
	for name, away := range map[string]time.Duration{"replaced at once": 0, "replaced later": 12 * time.Second} {
		if away > 0 && testing.Short() {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newProxy(t, storetest.Postgres(t))
			kept, err := store.Open(t.Context(), p.url, timing, slog.New(slog.DiscardHandler))
			if err != nil {
				t.Fatal(err)
			}
			s := newStage(t, kept)
			if n := p.busy(t, kept); n < 8 {
				t.Fatalf("there are %d connections to become silent", n)
			}
			began := time.Now()
			p.silence(away > 0)
			s.ahead.Store(int64(time.Minute)) // so that the reminder is due
			stop := s.run()
			if away > 0 {
				s.isPrompt()
				time.Sleep(time.Until(began.Add(away)))
				if n := s.ran.count(); n > 12 {
					t.Errorf("in %v the runner has written %d lines", time.Since(began), n)
				}
				p.answer()
			} else {
				s.isSoonServed()
			}
			reachable := time.Now()
			if away == 0 {
				reachable = began
			}
			s.goesOn(reachable)
			stop()
			p.end() // for connections that are silent take long to close
			if err := kept.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// isSoonServed has somebody send a command until it is done.
func (s *stage) isSoonServed() {
	s.t.Helper()
	began := time.Now()
	for {
		lines, sent := s.asked.count(), time.Now()
		r := s.send("cy", "den", "start")
		if took := time.Since(sent); took > 5*time.Second || s.asked.count()-lines > 1 {
			s.t.Errorf("it is answered after %v, with %d lines in the log", took, s.asked.count()-lines)
		}
		switch {
		case r.Trouble == 0:
			return
		case time.Since(began) > 15*time.Second:
			s.t.Error("nobody is served any more")
			return
		}
	}
}

// proxy stands before a PostgreSQL server.
type proxy struct {
	url   string
	end   func()
	deaf  atomic.Bool // new connections are silent, too
	mu    sync.Mutex
	links []*link
}

// link is a connection through the proxy.
type link struct {
	silent         atomic.Bool
	client, server net.Conn
}

func newProxy(t *testing.T, server string) *proxy {
	t.Helper()
	u, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	query := u.Query()
	network, address := "tcp", net.JoinHostPort(cmp.Or(query.Get("host"), u.Hostname(), "localhost"), cmp.Or(u.Port(), "5432"))
	if folder := query.Get("host"); strings.HasPrefix(folder, "/") {
		network, address = "unix", filepath.Join(folder, ".s.PGSQL."+cmp.Or(u.Port(), "5432"))
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	query.Del("host")
	query.Set("sslmode", "disable")
	u.Host, u.RawQuery = listener.Addr().String(), query.Encode()
	p := &proxy{url: u.String()}
	var serving sync.WaitGroup
	serving.Go(func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			server, err := net.Dial(network, address)
			if err != nil {
				client.Close()
				continue
			}
			p.link(client, server, &serving)
		}
	})
	p.end = func() {
		listener.Close()
		p.each(func(l *link) {
			l.client.Close()
			l.server.Close()
		})
		serving.Wait()
	}
	t.Cleanup(p.end)
	return p
}

func (p *proxy) link(client, server net.Conn, serving *sync.WaitGroup) {
	l := &link{client: client, server: server}
	l.silent.Store(p.deaf.Load())
	p.mu.Lock()
	p.links = append(p.links, l)
	p.mu.Unlock()
	serving.Go(func() { l.pass(client, server) })
	serving.Go(func() { l.pass(server, client) })
}

// pass hands on what comes, or swallows it.
func (l *link) pass(from, to net.Conn) {
	buffer := make([]byte, 1<<16)
	for {
		n, err := from.Read(buffer)
		if !l.silent.Load() {
			_, _ = to.Write(buffer[:n])
		}
		if err != nil {
			if !l.silent.Load() {
				to.Close()
			}
			return
		}
	}
}

// busy has the store use many connections at once, and says how many there are.
func (p *proxy) busy(t *testing.T, kept *store.Store) (n int) {
	var all sync.WaitGroup
	for range 32 {
		all.Go(func() {
			for range 20 {
				if _, _, err := kept.Load(t.Context(), "p//den/", ""); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	p.each(func(*link) { n++ })
	return n
}

func (p *proxy) each(do func(*link)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, l := range p.links {
		do(l)
	}
}

// silence makes all connections silent for ever, and new ones until the server
// answers again, if they are to be.
func (p *proxy) silence(deaf bool) {
	p.deaf.Store(deaf)
	p.each(func(l *link) { l.silent.Store(true) })
}

func (p *proxy) answer() { p.deaf.Store(false) }
