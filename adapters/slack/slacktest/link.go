package slacktest

import (
	"net/http"
	"time"

	"github.com/gorilla/websocket"
)

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
	tooMany := len(s.socket.links) >= maxLinks
	s.socket.links[l] = true
	if tooMany {
		s.disconnect(l, DisconnectTooMany)
		return true
	}
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
