package slacktest

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"othellobot/adapters/internal/fake"
)

// maxLinks limits the connections of an app,
// https://docs.slack.dev/apis/events-api/using-socket-mode.
const maxLinks = 10

// Reasons why Slack ends a connection, from the same page.
const (
	DisconnectWarning = "warning"           // the connection ends in ten seconds
	DisconnectRefresh = "refresh_requested" // the connection ends now, and the app should open a new one
	DisconnectTooMany = "too_many_websockets"
)

// warningAhead is the time between a warning and the end of a connection.
const warningAhead = 10 * time.Second

// socket is the state of Socket Mode.
type socket struct {
	tickets map[string]bool // each valid for one connection
	links   map[*link]bool
	last    int // number of the newest link
	turn    int // counts deliveries, to take the links in turn
	ping    time.Duration
	changed chan struct{} // closed when the links change
}

func newSocket() socket {
	return socket{tickets: map[string]bool{}, links: map[*link]bool{}, ping: 5 * time.Second, changed: make(chan struct{})}
}

// openConnection returns a single-use address for a new connection.
func openConnection(s *Server, _ *call) (object, string) {
	ticket := s.secret()
	s.socket.tickets[ticket] = true
	return object{"url": "ws" + strings.TrimPrefix(s.base, "http") + "/link/?ticket=" + ticket + "&app_id=" + appID}, ""
}

// PingEvery sets the time between websocket pings of new connections; 0 turns pings off.
func (s *Server) PingEvery(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.socket.ping = d
}

// Connections returns the number of open Socket Mode connections, except those whose end was
// announced.
func (s *Server) Connections() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.socket.open(nil))
}

// WaitConnected waits until n connections are open. Connections whose end was announced do not
// count.
func (s *Server) WaitConnected(n int) {
	s.t.Helper()
	late := time.NewTimer(fake.Patience)
	defer late.Stop()
	for {
		s.mu.Lock()
		got, changed := len(s.socket.open(nil)), s.socket.changed
		s.mu.Unlock()
		if got == n {
			return
		}
		select {
		case <-changed:
		case <-late.C:
			s.t.Fatalf("slacktest: %d connections of Socket Mode are open, want %d", got, n)
		}
	}
}

// Disconnect announces the end of all connections, for one of the reasons. After a warning they end
// in ten seconds, otherwise at once.
func (s *Server) Disconnect(reason string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for l := range s.socket.links {
		s.disconnect(l, reason)
	}
}

func (s *Server) disconnect(l *link, reason string) {
	l.leaving, l.warned = true, reason == DisconnectWarning
	l.send(object{
		"type": "disconnect", "reason": reason, "debug_info": object{"host": "applink-fake"},
		"connection_info": object{"app_id": appID},
	})
	s.socket.change()
	if reason != DisconnectWarning {
		l.send(hangUp{})
		return
	}
	s.Go(func() {
		timer := time.NewTimer(warningAhead)
		defer timer.Stop()
		select {
		case <-timer.C:
			l.conn.Close()
		case <-s.Ending():
		}
	})
}

// Break breaks all connections without notice.
func (s *Server) Break() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for l := range s.socket.links {
		l.conn.Close()
		delete(s.socket.links, l)
	}
	s.socket.change()
}

// Silence lets nothing through any open connection, not even a ping, but closes none.
func (s *Server) Silence() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for l := range s.socket.links {
		l.silent = true
	}
}

func (s *Server) isSilent(l *link) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return l.silent
}

func (k *socket) change() {
	close(k.changed)
	k.changed = make(chan struct{})
}

// open returns the links that take deliveries, oldest first. It leaves out the link except, unless
// that is the only one.
func (k *socket) open(except *link) []*link {
	var all []*link
	for l := range k.links {
		if !l.leaving {
			all = append(all, l)
		}
	}
	slices.SortFunc(all, func(a, b *link) int { return a.number - b.number })
	if i := slices.Index(all, except); i >= 0 && len(all) > 1 {
		all = slices.Delete(all, i, i+1)
	}
	return all
}

// warned returns the links that were warned and have not ended.
func (k *socket) warned() (all []*link) {
	for l := range k.links {
		if l.warned {
			all = append(all, l)
		}
	}
	return all
}

// bySocket sends a delivery by the next connection in turn, and reports whether there is a
// connection.
func (s *Server) bySocket(d *Delivery) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := s.socket.open(d.before)
	if len(all) == 0 {
		all = s.socket.warned()
	}
	if len(all) == 0 {
		d.failure = errNoConnection
		return false
	}
	s.socket.turn++
	d.sent = s.Now()
	d.link = all[s.socket.turn%len(all)]
	if d.frame != nil {
		if d.envelope != "" {
			s.pending[d.envelope] = d
		}
		d.link.send(json.RawMessage(d.frame))
		return true
	}
	frame := object{
		"envelope_id": d.envelope, "payload": json.RawMessage(d.payload), "type": d.Kind,
		"accepts_response_payload": d.Kind == KindCommand,
	}
	if d.Kind == KindEvent {
		frame["retry_attempt"], frame["retry_reason"] = d.retry, d.reason
	}
	s.pending[d.envelope] = d
	d.link.send(frame)
	return true
}
