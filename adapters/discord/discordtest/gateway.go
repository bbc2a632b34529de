package discordtest

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/gorilla/websocket"
)

// What the gateway speaks,
// https://docs.discord.com/developers/topics/opcodes-and-status-codes#gateway.
const (
	opDispatch       = 0
	opHeartbeat      = 1
	opIdentify       = 2
	opResume         = 6
	opReconnect      = 7
	opInvalidSession = 9
	opHello          = 10
	opAck            = 11

	closeNothing       = 0 // the connection just breaks
	closeAuthenticated = 4005
	closeNotValid      = 4004
	closeInvalidShard  = 4010
)

const heartbeatInterval = 41250 * time.Millisecond

// maxSent is how long a payload of a client may be,
// https://docs.discord.com/developers/events/gateway#sending-events.
const maxSent = 4096

type gateway struct {
	shards     int // that are recommended
	conns      map[*shard]bool
	identified int
}

// shard is a connection. The lock of the server guards it.
type shard struct {
	conn     *websocket.Conn
	out      chan frame // written by a goroutine of its own, for a client may not read
	id, of   int
	ready    bool
	sequence int
}

// maxUnread is how many frames a client may leave unread.
const maxUnread = 1 << 12

type frame struct {
	Op   int    `json:"op"`
	Data any    `json:"d"`
	Seq  *int   `json:"s"`
	Type string `json:"t,omitempty"`
}

func gatewayBot(s *Server, _ *call) reply {
	return reply{status: 200, body: object{
		"url": "ws" + strings.TrimPrefix(s.api, "http"), "shards": s.gateway.shards,
		"session_start_limit": object{"total": 1000, "remaining": 1000 - s.gateway.identified, "reset_after": 86400000, "max_concurrency": 1},
	}}
}

// SetShards says how many shards the gateway recommends; one without.
func (s *Server) SetShards(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gateway.shards = n
}

// CloseGateway closes all connections of the gateway with a code, or just breaks
// them if it is 0.
func (s *Server) CloseGateway(code int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gateway.closeAll(code)
}

func (g *gateway) closeAll(code int) {
	for c := range g.conns {
		c.close(code)
		delete(g.conns, c)
	}
}

func (c *shard) close(code int) {
	c.ready = false
	if code != closeNothing {
		_ = c.conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(time.Second))
	}
	c.conn.Close()
}

// connect serves one connection of the gateway until it ends.
func (s *Server) connect(w http.ResponseWriter, r *http.Request) {
	up := websocket.Upgrader{CheckOrigin: func(*http.Request) bool { return true }}
	conn, err := up.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	defer conn.Close()
	if q := r.URL.Query(); q.Get("encoding") != "json" || q.Get("v") != "9" && q.Get("v") != "10" {
		s.violated("the gateway is asked for version %q in %q", q.Get("v"), q.Get("encoding"))
	}
	c := &shard{conn: conn, out: make(chan frame, maxUnread)}
	gone := make(chan struct{})
	s.work.Go(func() { c.write(gone) })
	defer close(gone)
	s.mu.Lock()
	if s.ended {
		s.mu.Unlock()
		return
	}
	if s.gateway.conns == nil {
		s.gateway.conns = map[*shard]bool{}
	}
	s.gateway.conns[c] = true
	c.send(opHello, object{"heartbeat_interval": heartbeatInterval.Milliseconds()})
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.gateway.conns, c)
		c.ready = false
	}()
	conn.SetReadLimit(maxSent)
	for {
		_, text, err := conn.ReadMessage()
		if err != nil {
			if websocket.IsCloseError(err, websocket.CloseMessageTooBig) || err == websocket.ErrReadLimit {
				s.violated("a payload for the gateway is longer than %d bytes", maxSent)
			}
			return
		}
		s.mu.Lock()
		s.receive(c, text)
		s.mu.Unlock()
	}
}

func (c *shard) write(gone <-chan struct{}) {
	for {
		select {
		case f := <-c.out:
			if c.conn.WriteJSON(f) != nil {
				return
			}
		case <-gone:
			return
		}
	}
}

func (c *shard) queue(f frame) {
	select {
	case c.out <- f:
	default:
		c.close(closeNothing)
	}
}

func (c *shard) send(op int, data any) { c.queue(frame{Op: op, Data: data}) }

// dispatch sends an event.
func (c *shard) dispatch(kind string, data any) {
	c.sequence++
	number := c.sequence
	c.queue(frame{Op: opDispatch, Data: data, Seq: &number, Type: kind})
}

func (s *Server) receive(c *shard, text []byte) {
	var f struct {
		Op   int             `json:"op"`
		Data json.RawMessage `json:"d"`
	}
	if err := json.Unmarshal(text, &f); err != nil {
		s.violated("the gateway is sent %q", text)
		return
	}
	switch f.Op {
	case opHeartbeat:
		c.send(opAck, nil)
	case opIdentify:
		s.identify(c, f.Data)
	case opResume:
		c.send(opInvalidSession, false)
	}
}

func (s *Server) identify(c *shard, data json.RawMessage) {
	var wanted struct {
		Token      string
		Shard      []int
		Intents    *int
		Properties object
	}
	if err := json.Unmarshal(data, &wanted); err != nil || wanted.Intents == nil || wanted.Properties == nil {
		s.violated("an identify without intents or properties: %s", data)
	}
	s.gateway.identified++
	switch {
	case c.ready:
		c.close(closeAuthenticated)
		return
	case strings.TrimPrefix(wanted.Token, "Bot ") != s.token:
		c.close(closeNotValid)
		return
	}
	c.id, c.of = 0, 1
	if len(wanted.Shard) == 2 {
		c.id, c.of = wanted.Shard[0], wanted.Shard[1]
	}
	if c.id < 0 || c.id >= c.of {
		c.close(closeInvalidShard)
		return
	}
	guilds := []any{}
	for _, place := range s.channels {
		if place.Installed && place.Guild != "" && c.serves(place) {
			guilds = []any{object{"id": place.Guild, "unavailable": true}}
		}
	}
	c.dispatch("READY", object{
		"v": 10, "user": s.person("bot").json(), "guilds": guilds, "session_id": s.snowflake(),
		"resume_gateway_url": "ws" + strings.TrimPrefix(s.api, "http"), "shard": []int{c.id, c.of},
		"application": object{"id": s.app, "flags": 0}, "session_type": "normal", "private_channels": []any{},
		"presences": []any{}, "relationships": []any{}, "guild_join_requests": []any{}, "geo_ordered_rtc_regions": []any{},
	})
	c.ready = true
}

// serves reports whether events of a channel go to the shard,
// https://docs.discord.com/developers/events/gateway#sharding.
func (c *shard) serves(place *channel) bool {
	id, _ := strconv.ParseUint(place.Guild, 10, 64) // 0 in a direct message
	return int(id>>22%uint64(c.of)) == c.id
}

// Ready reports whether all shards are connected, of as many as they say there
// are.
func (s *Server) Ready() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	ready, of := map[int]bool{}, 0
	for c := range s.gateway.conns {
		if c.ready {
			ready[c.id], of = true, c.of
		}
	}
	return of > 0 && len(ready) == of
}

// WaitReady waits until all shards are connected, and fails the test if that
// takes too long.
func (s *Server) WaitReady() {
	s.t.Helper()
	for end := time.Now().Add(patience); !s.Ready(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			s.t.Fatalf("discordtest: no bot was connected in %v", patience)
		}
	}
}
