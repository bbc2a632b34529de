package discordtest

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/gorilla/websocket"

	"othellobot/adapters/internal/fake"
)

// See https://docs.discord.com/developers/topics/opcodes-and-status-codes#gateway.
const (
	opDispatch       = 0
	opHeartbeat      = 1
	opIdentify       = 2
	opResume         = 6
	opInvalidSession = 9
	opHello          = 10
	opAck            = 11

	closeNothing    = 0 // breaks the connection
	closeNotValid   = 4004
	closeInvalidSeq = 4007
	closeTimedOut   = 4009
)

const heartbeatInterval = 41250 * time.Millisecond

// See https://docs.discord.com/developers/events/gateway#sending-events.
const maxSent = 4096

const maxKept = 1 << 12

type gateway struct {
	shards              int               // recommended number of shards
	buckets             int               // shards that may identify at the same time; 0 means one, without a check
	last                map[int]time.Time // time of the last identify, by bucket
	conns               map[*connection]bool
	sessions            map[string]*shard // by id
	identified, resumed int
}

// shard is a session, which outlives its connections. The server's lock guards both.
type shard struct {
	session  string
	id, of   int
	sequence int
	kept     []frame     // unacknowledged events, oldest first
	conn     *connection // nil without a connection
}

type connection struct {
	ws    *websocket.Conn
	out   chan frame // written by its own goroutine, because a client might not read
	shard *shard     // nil before READY or RESUMED
}

type frame struct {
	Op   int    `json:"op"`
	Data any    `json:"d"`
	Seq  *int   `json:"s"`
	Type string `json:"t,omitempty"`
}

// SetShards sets the number of shards that the gateway recommends. The default is one.
func (s *Server) SetShards(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gateway.shards = n
}

// CloseGateway closes all gateway connections with a code, or breaks them if code is 0.
func (s *Server) CloseGateway(code int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gateway.closeAll(code)
}

// Sessions returns how many times clients have identified, and how many times they have resumed.
func (s *Server) Sessions() (identified, resumed int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.gateway.identified, s.gateway.resumed
}

func (g *gateway) closeAll(code int) {
	for c := range g.conns {
		if code == closeInvalidSeq || code == closeTimedOut {
			g.drop(c.shard)
		}
		g.close(c, code)
	}
}

func (g *gateway) close(c *connection, code int) {
	delete(g.conns, c)
	if c.shard != nil && c.shard.conn == c {
		c.shard.conn = nil
	}
	if code != closeNothing {
		_ = c.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(time.Second))
	}
	c.ws.Close()
}

func (g *gateway) drop(session *shard) {
	if session != nil {
		delete(g.sessions, session.session)
	}
}

func (s *Server) connect(w http.ResponseWriter, r *http.Request) {
	up := websocket.Upgrader{CheckOrigin: func(*http.Request) bool { return true }}
	conn, err := up.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	defer conn.Close()
	if q := r.URL.Query(); q.Get("encoding") != "json" || q.Get("v") != "10" {
		s.Violation("the gateway is asked for version %q in %q", q.Get("v"), q.Get("encoding"))
	}
	c := &connection{ws: conn, out: make(chan frame, maxKept)}
	gone := make(chan struct{})
	s.Go(func() { c.write(gone) })
	defer close(gone)
	s.mu.Lock()
	if s.ended {
		s.mu.Unlock()
		return
	}
	s.gateway.conns[c] = true
	c.send(opHello, object{"heartbeat_interval": heartbeatInterval.Milliseconds()})
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.gateway.close(c, closeNothing)
	}()
	conn.SetReadLimit(maxSent)
	for {
		_, text, err := conn.ReadMessage()
		if err != nil {
			if websocket.IsCloseError(err, websocket.CloseMessageTooBig) || err == websocket.ErrReadLimit {
				s.Violation("a payload for the gateway is longer than %d bytes", maxSent)
			}
			if websocket.IsCloseError(err, websocket.CloseNormalClosure, websocket.CloseGoingAway) {
				s.mu.Lock()
				if c.shard != nil && c.shard.conn == c { // otherwise the client echoes our close code, and may have resumed since
					s.gateway.drop(c.shard)
				}
				s.mu.Unlock()
			}
			return
		}
		s.mu.Lock()
		s.receive(c, text)
		s.mu.Unlock()
	}
}

func (c *connection) write(gone <-chan struct{}) {
	for {
		select {
		case f := <-c.out:
			if c.ws.WriteJSON(f) != nil {
				return
			}
		case <-gone:
			return
		}
	}
}

func (c *connection) queue(f frame) {
	select {
	case c.out <- f:
	default:
		c.ws.Close()
	}
}

func (c *connection) send(op int, data any) { c.queue(frame{Op: op, Data: data}) }

func (session *shard) dispatch(kind string, data any) {
	session.sequence++
	number := session.sequence
	f := frame{Op: opDispatch, Data: data, Seq: &number, Type: kind}
	if session.kept = append(session.kept, f); len(session.kept) > maxKept {
		session.kept = session.kept[1:]
	}
	if session.conn != nil {
		session.conn.queue(f)
	}
}

func (session *shard) acknowledge(sequence int) {
	for len(session.kept) > 0 && *session.kept[0].Seq <= sequence {
		session.kept = session.kept[1:]
	}
}

func (s *Server) receive(c *connection, text []byte) {
	var f struct {
		Op   int             `json:"op"`
		Data json.RawMessage `json:"d"`
	}
	if err := json.Unmarshal(text, &f); err != nil {
		s.Violation("the gateway is sent %q", text)
		return
	}
	switch f.Op {
	case opHeartbeat:
		var sequence int // stays 0 if the data are null
		if json.Unmarshal(f.Data, &sequence) == nil && c.shard != nil {
			c.shard.acknowledge(sequence)
		}
		c.send(opAck, nil)
	case opIdentify:
		s.identify(c, f.Data)
	case opResume:
		s.resume(c, f.Data)
	}
}

// See https://docs.discord.com/developers/events/gateway#resuming.
func (s *Server) resume(c *connection, data json.RawMessage) {
	var wanted struct {
		Token   string
		Session string `json:"session_id"`
		Seq     int
	}
	_ = json.Unmarshal(data, &wanted)
	session := s.gateway.sessions[wanted.Session]
	switch {
	case c.shard != nil:
		s.Violation("a session is resumed twice")
		return
	case session == nil:
		c.send(opInvalidSession, false)
		return
	case strings.TrimPrefix(wanted.Token, "Bot ") != s.token:
		s.gateway.close(c, closeNotValid)
		return
	}
	session.acknowledge(wanted.Seq)
	first := session.sequence + 1
	if len(session.kept) > 0 {
		first = *session.kept[0].Seq
	}
	if wanted.Seq+1 != first {
		s.gateway.drop(session)
		s.gateway.close(c, closeInvalidSeq)
		return
	}
	if session.conn != nil {
		s.gateway.close(session.conn, closeNothing)
	}
	c.shard, session.conn = session, c
	s.gateway.resumed++
	for _, f := range session.kept {
		c.queue(f)
	}
	session.dispatch("RESUMED", object{})
}

// See https://docs.discord.com/developers/events/gateway#sharding.
func (session *shard) serves(place *channel) bool {
	id, _ := strconv.ParseUint(place.Guild, 10, 64) // 0 in a direct message
	return int(id>>22%uint64(session.of)) == session.id
}

// Ready reports whether all shards are connected. Each identify names the number of shards.
func (s *Server) Ready() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	ready, of := map[int]bool{}, 0
	for c := range s.gateway.conns {
		if c.shard != nil {
			ready[c.shard.id], of = true, c.shard.of
		}
	}
	return of > 0 && len(ready) == of
}

// WaitReady waits until all shards are connected. The test fails if that takes too long.
func (s *Server) WaitReady() {
	s.t.Helper()
	s.await("no bot was connected", s.Ready)
}

// WaitRegistered waits until a bot has registered commands.
func (s *Server) WaitRegistered() {
	s.t.Helper()
	s.await("no command was registered", s.registeredAny)
}

func (s *Server) await(failure string, happened func() bool) {
	s.t.Helper()
	for end := time.Now().Add(fake.Patience); !happened(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			s.t.Fatalf("discordtest: %s in %v", failure, fake.Patience)
		}
	}
}
