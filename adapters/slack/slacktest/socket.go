package slacktest

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/gorilla/websocket"

	"othellobot/adapters/internal/fake"
)

// Reasons why Slack ends a connection, https://docs.slack.dev/apis/events-api/using-socket-mode.
const (
	DisconnectWarning = "warning"           // the connection ends in ten seconds
	DisconnectRefresh = "refresh_requested" // the connection ends now, and the app should open a new one
	DisconnectTooMany = "too_many_websockets"
)

type socket struct {
	tickets map[string]bool // each valid for one connection
	links   map[*link]bool
	last    int // number of the newest link
	turn    int // number of deliveries so far, which use the links in turn
	ping    time.Duration
	changed chan struct{} // closed when the links change
}

func newSocket() socket {
	return socket{tickets: map[string]bool{}, links: map[*link]bool{}, ping: 5 * time.Second, changed: make(chan struct{})}
}

func openConnection(s *Server, _ *call) (object, string) {
	ticket := s.secret()
	s.socket.tickets[ticket] = true
	return object{"url": "ws" + strings.TrimPrefix(s.base, "http") + "/link/?ticket=" + ticket + "&app_id=" + appID}, ""
}

// PingEvery sets the time between pings on new connections; 0 turns them off.
func (s *Server) PingEvery(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.socket.ping = d
}

// Connections returns the number of connections whose end was not announced.
func (s *Server) Connections() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.socket.open(nil))
}

// WaitConnected waits until [Server.Connections] is n.
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

// Disconnect announces the end of all connections and then ends them, for a reason such as [DisconnectWarning].
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
		timer := time.NewTimer(10 * time.Second)
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

// Silence stops all traffic over the open connections, pings included.
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

// open returns the links whose end was not announced, oldest first. It omits the given link if
// there are others.
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

// bySocket sends a delivery over the next link in turn. If every link is about to end, it uses one whose
// end was announced. It reports whether there was a link.
func (s *Server) bySocket(d *Delivery) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := s.socket.open(d.before)
	if len(all) == 0 {
		for l := range s.socket.links {
			if l.warned {
				all = append(all, l)
			}
		}
	}
	if len(all) == 0 {
		d.failure = errors.New("no connection of Socket Mode is open")
		return false
	}
	s.socket.turn++
	d.sent = s.Now()
	d.link = all[s.socket.turn%len(all)]
	if d.envelope != "" {
		s.pending[d.envelope] = d
	}
	if d.frame != nil {
		d.link.send(json.RawMessage(d.frame))
	} else {
		d.link.send(object{
			"envelope_id": d.envelope, "payload": json.RawMessage(d.payload), "type": d.Kind, "accepts_response_payload": d.Kind == KindCommand,
		})
	}
	return true
}

// link is a Socket Mode connection. The server's lock guards it.
type link struct {
	conn    *websocket.Conn
	number  int
	out     chan any // frames or a hangUp, for the goroutine that writes
	leaving bool     // Slack has announced the link's end
	warned  bool     // Slack has announced the link's end ten seconds ahead
	silent  bool     // the link drops all traffic
}

type hangUp struct{} // ends a link

func (l *link) send(frame any) {
	if l.silent {
		return
	}
	select {
	case l.out <- frame:
	default: // the client does not read
	}
}

func (s *Server) connect(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	ticket := r.URL.Query().Get("ticket")
	good, ping := s.socket.tickets[ticket], s.socket.ping
	delete(s.socket.tickets, ticket)
	s.mu.Unlock()
	if !good {
		http.Error(w, "the address of a connection can be used once", http.StatusNotFound)
		return
	}
	up := websocket.Upgrader{CheckOrigin: func(*http.Request) bool { return true }}
	conn, err := up.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	defer conn.Close()
	const unread = 1 << 10
	l := &link{conn: conn, out: make(chan any, unread)}
	if !s.join(l) {
		return
	}
	conn.SetPingHandler(func(data string) error {
		if s.isSilent(l) {
			return nil
		}
		return conn.WriteControl(websocket.PongMessage, []byte(data), time.Now().Add(time.Second))
	})
	gone := make(chan struct{})
	defer close(gone)
	s.Go(func() { s.write(l, ping, gone) })
	defer s.leave(l)
	for {
		_, frame, err := conn.ReadMessage()
		if err != nil {
			return
		}
		s.received(l, frame)
	}
}

func (s *Server) join(l *link) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return false
	}
	s.socket.last++
	l.number = s.socket.last
	s.socket.links[l] = true
	l.send(object{
		"type": "hello", "num_connections": len(s.socket.links),
		"debug_info":      object{"host": "applink-fake", "build_number": 10, "approximate_connection_time": 18060},
		"connection_info": object{"app_id": appID},
	})
	s.socket.change()
	return true
}

func (s *Server) leave(l *link) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.socket.links, l)
	s.socket.change()
}

func (s *Server) write(l *link, ping time.Duration, gone <-chan struct{}) {
	var pings <-chan time.Time
	if ping > 0 {
		ticker := time.NewTicker(ping)
		defer ticker.Stop()
		pings = ticker.C
	}
	for {
		var err error
		select {
		case frame := <-l.out:
			if _, over := frame.(hangUp); over {
				l.conn.Close()
				return
			}
			err = l.conn.WriteJSON(frame)
		case <-pings:
			if !s.isSilent(l) {
				err = l.conn.WriteControl(websocket.PingMessage, []byte("Ping from applink-fake"), time.Now().Add(time.Second))
			}
		case <-gone:
			return
		}
		if err != nil {
			l.conn.Close()
			return
		}
	}
}
