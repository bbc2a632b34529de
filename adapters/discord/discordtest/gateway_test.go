package discordtest_test

import (
	"encoding/json"
	"io"
	"strconv"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// dial connects to the gateway as its own address says.
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

// resume says what a client says to resume.
func (b *bot) resume(conn *websocket.Conn, token, session string, sequence int) {
	b.t.Helper()
	err := conn.WriteJSON(object{"op": 6, "d": object{"token": token, "session_id": session, "seq": sequence}})
	if err != nil {
		b.t.Fatal(err)
	}
}

// TestGatewayResumes sees that a session that lost its connection gets the events
// that it missed, in order and once.
func TestGatewayResumes(t *testing.T) {
	s, b := start(t)
	s.ConnectURL("")
	conn := b.dial()
	b.identify(conn, s.Token(), 0, 1)
	session := read(t, conn)["d"].(object)["session_id"].(string)
	press := func() { go s.Command(s.Channel("room"), "ana", "move", square) }
	numbers := func(conn *websocket.Conn, want ...float64) {
		t.Helper()
		for _, n := range want {
			if event := read(t, conn); event["op"] != 0.0 || event["s"] != n {
				t.Errorf("got %v, want event %v", event, n)
			}
		}
	}
	press()
	numbers(conn, 2)
	if err := conn.WriteJSON(object{"op": 1, "d": 2}); err != nil {
		t.Fatal(err)
	}
	read(t, conn)
	press()
	numbers(conn, 3)
	s.CloseGateway(0)
	if s.Ready() {
		t.Error("ready without a connection")
	}
	press()

	conn = b.dial()
	b.resume(conn, s.Token(), session, 2)
	numbers(conn, 3, 4, 5) // what was not acknowledged, what was missed, RESUMED
	s.AskToReconnect()
	if asked := read(t, conn); asked["op"] != 7.0 {
		t.Errorf("got %v, want to be asked to reconnect", asked)
	}
	press()
	numbers(conn, 6)
	next := b.dial()
	b.resume(next, s.Token(), session, 6)
	numbers(next, 7)
	if _, _, err := conn.ReadMessage(); err == nil {
		t.Error("the old connection lives on")
	}
	s.InvalidateSessions(true)
	if invalid := read(t, next); invalid["op"] != 9.0 || invalid["d"] != true {
		t.Errorf("got %v, want to be told to resume", invalid)
	}
	if identified, resumed := s.Sessions(); identified != 1 || resumed != 2 {
		t.Errorf("%d identified, %d resumed; want 1, 2", identified, resumed)
	}
}

// TestGatewayDoesNotResume has sessions that are gone.
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
		"4009":    func(*websocket.Conn) { s.CloseGateway(4009) },
		"invalid": func(conn *websocket.Conn) { s.InvalidateSessions(false); read(t, conn); conn.Close() },
	} {
		session := "abc"
		if end != nil {
			var conn *websocket.Conn
			conn, session = begin()
			end(conn)
			_, _ = io.Copy(io.Discard, conn.NetConn()) // until it has ended
		}
		conn := b.dial()
		b.resume(conn, s.Token(), session, 1)
		if invalid := read(t, conn); invalid["op"] != 9.0 || invalid["d"] != false {
			t.Errorf("%s: got %v, want to be told that the session is gone", name, invalid)
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

func TestShardsGetTheirServers(t *testing.T) {
	s, b := start(t)
	s.ConnectURL("")
	s.SetShards(2)
	if n := b.wants(200, 0, "GET", "/gateway/bot", nil)["shards"]; n != 2.0 {
		t.Errorf("the gateway recommends %v shards, want 2", n)
	}
	room, dm := s.Channel("room"), s.BotDM("ana")
	id, err := strconv.ParseUint(room.Guild, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	got := make(chan string, 2)
	for shard := range 2 {
		conn := b.dial()
		b.identify(conn, s.Token(), shard, 2)
		read(t, conn)
		go func() {
			for {
				_, text, err := conn.ReadMessage()
				if err != nil {
					return
				}
				var event struct {
					D struct{ ID, Token, Channel_id string }
				}
				if json.Unmarshal(text, &event) == nil {
					got <- strconv.Itoa(shard) + " " + event.D.Channel_id
					b.call("POST", "/interactions/"+event.D.ID+"/"+event.D.Token+"/callback", callback(4, say("x")))
				}
			}
		}()
		if shard == 0 && s.Ready() {
			t.Error("one of two shards is enough")
		}
	}
	s.WaitReady()
	s.Command(room, "ana", "move", square)
	if event, want := <-got, strconv.Itoa(int(id>>22%2))+" "+room.Channel; event != want {
		t.Errorf("the interaction of a server arrives as %q, want %q", event, want)
	}
	s.Command(dm, "ana", "move", square)
	if event, want := <-got, "0 "+dm.Channel; event != want {
		t.Errorf("the interaction of a DM arrives as %q, want %q", event, want)
	}
}
