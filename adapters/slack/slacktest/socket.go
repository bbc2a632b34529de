package slacktest

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"othellobot/adapters/internal/fake"
)

// maxLinks is how many connections an app may have,
// https://docs.slack.dev/apis/events-api/using-socket-mode.
const maxLinks = 10

// Reasons for which Slack ends a connection, same page.
const (
	DisconnectWarning = "warning"           // the connection ends in ten seconds
	DisconnectRefresh = "refresh_requested" // it ends now, and a new one is to be opened
	DisconnectTooMany = "too_many_websockets"
)

// warningAhead is how long a connection lives on after a warning.
const warningAhead = 10 * time.Second

// socket is the state of Socket Mode.
type socket struct {
	tickets map[string]bool // that are good for one connection each
	links   map[*link]bool
	last    int // number of the link that was made last
	turn    int // whose turn it is to take a delivery
	ping    time.Duration
	changed chan struct{} // closed when the links change
}

func newSocket() socket {
	return socket{tickets: map[string]bool{}, links: map[*link]bool{}, ping: 5 * time.Second, changed: make(chan struct{})}
}

// openConnection gives the address of a new connection. It can be used once.
func openConnection(s *Server, _ *call) (object, string) {
	ticket := s.secret()
	s.socket.tickets[ticket] = true
	return object{"url": "ws" + strings.TrimPrefix(s.base, "http") + "/link/?ticket=" + ticket + "&app_id=" + appID}, ""
}

// PingEvery sets how often new connections get a websocket ping; 0 for never.
func (s *Server) PingEvery(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.socket.ping = d
}

// Connections tells how many connections of Socket Mode are open.
func (s *Server) Connections() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.socket.open(nil))
}

// WaitConnected waits until so many connections are open, those not counted that
// Slack has said to end.
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

// Disconnect tells all connections that they end, for one of the reasons: after a
// warning in ten seconds, else at once.
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

// Break breaks all connections without a word.
func (s *Server) Break() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for l := range s.socket.links {
		l.conn.Close()
		delete(s.socket.links, l)
	}
	s.socket.change()
}

// Silence lets nothing through any connection that is open now, not even a ping.
// None of them is closed.
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

// open gives the links that take deliveries, in the order in which they were made,
// without the one that is named unless it is the only one.
func (k *socket) open(but *link) []*link {
	var all []*link
	for l := range k.links {
		if !l.leaving {
			all = append(all, l)
		}
	}
	slices.SortFunc(all, func(a, b *link) int { return a.number - b.number })
	if i := slices.Index(all, but); i >= 0 && len(all) > 1 {
		all = slices.Delete(all, i, i+1)
	}
	return all
}

// warned gives the links that were warned and have not ended yet.
func (k *socket) warned() (all []*link) {
	for l := range k.links {
		if l.warned {
			all = append(all, l)
		}
	}
	return all
}

// bySocket sends a delivery by the connection whose turn it is, and reports
// whether there is one.
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
