package discordtest_test

import (
	"io"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// dial connects to the gateway at the address that the API returns.
func (b *bot) dial() *websocket.Conn {
	b.t.Helper()
	info := b.wants(200, 0, "GET", "/gateway/bot", nil)
	dialer := websocket.Dialer{NetDialContext: b.s.Dial}
	conn, _, err := dialer.Dial(info["url"].(string)+"?v=10&encoding=json", nil)
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { conn.Close() })
	_ = conn.SetReadDeadline(time.Now().Add(10 * time.Second))
	if hello := read(b.t, conn); hello["op"] != 10.0 || hello["d"].(object)["heartbeat_interval"] != 41250.0 {
		b.t.Errorf("the gateway begins with %v", hello)
	}
	return conn
}

func read(t testing.TB, conn *websocket.Conn) object {
	t.Helper()
	var o object
	if err := conn.ReadJSON(&o); err != nil {
		t.Fatal(err)
	}
	return o
}

func (b *bot) identify(conn *websocket.Conn, token string, shard, of int) {
	b.t.Helper()
	err := conn.WriteJSON(object{"op": 2, "d": object{
		"token": token, "intents": 0, "shard": []int{shard, of}, "properties": object{"os": "linux", "browser": "b", "device": "b"},
	}})
	if err != nil {
		b.t.Fatal(err)
	}
}

func (b *bot) resume(conn *websocket.Conn, token, session string, sequence int) {
	b.t.Helper()
	err := conn.WriteJSON(object{"op": 6, "d": object{"token": token, "session_id": session, "seq": sequence}})
	if err != nil {
		b.t.Fatal(err)
	}
}

func TestGatewayDoesNotResume(t *testing.T) {
	s, b := start(t)
	begin := func() (conn *websocket.Conn, session string) {
		conn = b.dial()
		b.identify(conn, s.Token(), 0, 1)
		return conn, read(t, conn)["d"].(object)["session_id"].(string)
	}
	for name, end := range map[string]func(conn *websocket.Conn){
		"unknown": nil,
		"left": func(conn *websocket.Conn) {
			_ = conn.WriteMessage(websocket.CloseMessage, []byte{1000 >> 8, 1000 & 0xFF})
		},
		"4009": func(*websocket.Conn) { s.CloseGateway(4009) },
	} {
		session := "abc"
		if end != nil {
			var conn *websocket.Conn
			conn, session = begin()
			end(conn)
			_, _ = io.Copy(io.Discard, conn.NetConn()) // until the connection has ended
		}
		conn := b.dial()
		b.resume(conn, s.Token(), session, 1)
		if invalid := read(t, conn); invalid["op"] != 9.0 || invalid["d"] != false {
			t.Errorf("%s: got %v, want an invalid session", name, invalid)
		}
	}
	for code, resume := range map[int]func(conn *websocket.Conn, session string){
		4004: func(c *websocket.Conn, session string) { b.resume(c, "another", session, 1) },
		4007: func(c *websocket.Conn, session string) { b.resume(c, s.Token(), session, 9) },
		4005: func(c *websocket.Conn, session string) {
			b.resume(c, s.Token(), session, 1)
			read(t, c)
			b.resume(c, s.Token(), session, 1)
		},
	} {
		_, session := begin()
		conn := b.dial()
		resume(conn, session)
		if _, _, err := conn.ReadMessage(); !websocket.IsCloseError(err, code) {
			t.Errorf("the connection ends with %v, want code %d", err, code)
		}
	}
}

func TestGatewayCloses(t *testing.T) {
	s, b := start(t)
	for code, how := range map[int]func(*websocket.Conn){
		4004: func(c *websocket.Conn) { b.identify(c, "another", 0, 1) },
		4010: func(c *websocket.Conn) { b.identify(c, s.Token(), 2, 2) },
		4005: func(c *websocket.Conn) {
			b.identify(c, "Bot "+s.Token(), 0, 1)
			read(t, c)
			b.identify(c, s.Token(), 0, 1)
		},
		4009: func(*websocket.Conn) { s.CloseGateway(4009) },
	} {
		conn := b.dial()
		how(conn)
		if _, _, err := conn.ReadMessage(); !websocket.IsCloseError(err, code) {
			t.Errorf("the connection ends with %v, want code %d", err, code)
		}
	}
	conn := b.dial()
	s.CloseGateway(0)
	if _, _, err := conn.ReadMessage(); err == nil || websocket.IsCloseError(err, 1000, 4009) {
		t.Errorf("a broken connection ends with %v", err)
	}
}
