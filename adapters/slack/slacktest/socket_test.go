package slacktest

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"othellobot/adapters/internal/fake"
)

// dial opens a connection of Socket Mode by hand.
func dial(t testing.TB, s *Server) *websocket.Conn {
	t.Helper()
	_, url, err := api(s, "").StartSocketModeContext(context.Background())
	if err != nil {
		t.Fatalf("apps.connections.open: %v", err)
	}
	conn, _, err := dialer(s).Dial(url, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	return conn
}

func dialer(s *Server) *websocket.Dialer { return &websocket.Dialer{NetDialContext: s.Dial} }

// next reads a frame.
func next(t testing.TB, conn *websocket.Conn) map[string]any {
	t.Helper()
	var frame map[string]any
	if err := conn.ReadJSON(&frame); err != nil {
		t.Fatalf("read a frame: %v", err)
	}
	return frame
}

func TestSocketMode(t *testing.T) {
	synctest.Test(t, socketMode)
}

func socketMode(t *testing.T) {
	s := NewPiped(t)
	room := s.Channel("room")
	one := dial(t, s)
	if hello := next(t, one); hello["type"] != "hello" || hello["num_connections"] != 1.0 {
		t.Errorf("the first frame is %v", hello)
	}
	two := dial(t, s)
	next(t, two)
	s.WaitConnected(2)

	d := s.NewMention(room, "ana", "d3")
	go d.Send()
	conn, other := one, two
	frame := make(chan map[string]any)
	for _, c := range []*websocket.Conn{one, two} {
		go func() {
			var f map[string]any
			if c.ReadJSON(&f) == nil {
				f["by"] = c
				frame <- f
			}
		}()
	}
	first := <-frame
	if first["by"] == any(two) {
		conn, other = two, one
	}
	if first["type"] != "events_api" || first["retry_attempt"] != 0.0 || first["accepts_response_payload"] != false {
		t.Errorf("a mention comes as %v", first)
	}
	// It is not acknowledged, and comes again by the other connection.
	done := make(chan *Delivery)
	s.mu.Lock()
	s.socket.turn++ // else it would be the other's turn anyway
	s.mu.Unlock()
	go func() { done <- s.Redeliver(d, 1, "timeout") }()
	again := <-frame
	if again["by"] == any(conn) || again["retry_attempt"] != 1.0 || again["retry_reason"] != "timeout" || again["envelope_id"] == first["envelope_id"] {
		t.Errorf("it comes again as %v", again)
	}
	eventID := func(f map[string]any) any { return f["payload"].(map[string]any)["event_id"] }
	if eventID(first) != eventID(again) || eventID(first) != d.EventID {
		t.Errorf("the event ids are %v and %v", eventID(first), eventID(again))
	}
	if err := other.WriteJSON(object{"envelope_id": again["envelope_id"]}); err != nil {
		t.Fatal(err)
	}
	if r := <-done; !r.Acked() || d.Acked() {
		t.Errorf("the deliveries are acknowledged: %v, %v", d.Acked(), r.Acked())
	}
}

// serve acknowledges all that comes by a connection, with a payload if there is one.
func serve(conn *websocket.Conn, payload any) {
	for {
		var frame struct {
			EnvelopeID string `json:"envelope_id"`
		}
		if conn.ReadJSON(&frame) != nil {
			return
		}
		if frame.EnvelopeID != "" {
			_ = conn.WriteJSON(object{"envelope_id": frame.EnvelopeID, "payload": payload})
		}
	}
}

func TestAcknowledgementsCarryMessages(t *testing.T) {
	watched := &spy{TB: t}
	s := New(watched)
	room := s.Channel("room")
	go serve(dial(t, s), object{"response_type": "in_channel", "text": "at once"})
	s.WaitConnected(1)
	if d := s.Command(room, "ana", "x"); !d.Acked() || d.Took() <= 0 || !strings.Contains(string(d.Answer()), "at once") {
		t.Errorf("a command: acked %v after %v with %s", d.Acked(), d.Took(), d.Answer())
	}
	if got := texts(s.Messages(room, "bo")); !slices.Equal(got, []string{"at once"}) {
		t.Errorf("Bo sees %q", got)
	}
	if found := watched.failures(); len(found) > 0 {
		t.Errorf("the test fails with %q", found)
	}
	s.Mention(room, "ana", "x")
	if found := watched.failures(); len(found) != 1 || !strings.Contains(found[0], "takes none") {
		t.Errorf("a payload for an event makes the test fail with %q", found)
	}
}

func TestBadAcknowledgementsFailTheTest(t *testing.T) {
	for want, frame := range map[string]string{
		"is no JSON":                     `{`,
		"is not there":                   `{"envelope_id":"never"}`,
		"Slack drops it without a word":  `{"envelope_id":"ID","payload":{"text":"` + letters(20_000) + `"}}`,
		"text: is empty":                 `{"envelope_id":"ID","payload":{"blocks":[]}}`,
		"is not there to be acknowl":     `{"envelope_id":"ID"}{"envelope_id":"ID"}`,
		"the payload of an acknowledgem": `{"envelope_id":"ID","payload":[1]}`,
	} {
		watched := &spy{TB: t}
		s := New(watched)
		conn := dial(t, s)
		next(t, conn)
		go s.NewCommand(s.Channel("room"), "ana", "x").Send()
		id := next(t, conn)["envelope_id"].(string)
		for part := range strings.SplitSeq(strings.ReplaceAll(frame, "}{", "}\x00{"), "\x00") {
			if err := conn.WriteMessage(websocket.TextMessage, []byte(strings.ReplaceAll(part, "ID", id))); err != nil {
				t.Fatal(err)
			}
		}
		deadline := time.Now().Add(fake.Patience)
		var found []string
		for len(found) == 0 && time.Now().Before(deadline) {
			time.Sleep(time.Millisecond)
			found = watched.failures()
		}
		if len(found) == 0 || !strings.Contains(found[0], want) {
			t.Errorf("%.60s makes the test fail with %q, want %q", frame, found, want)
		}
	}
}

func TestDisconnects(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, reason := range []string{DisconnectWarning, DisconnectRefresh, DisconnectDisabled} {
			s := NewPiped(t)
			conn := dial(t, s)
			next(t, conn)
			s.Disconnect(reason)
			if frame := next(t, conn); frame["type"] != "disconnect" || frame["reason"] != reason {
				t.Errorf("for %s comes %v", reason, frame)
			}
			if s.Connections() != 0 {
				t.Errorf("%s: the connection still counts", reason)
			}
			began := time.Now()
			if _, _, err := conn.ReadMessage(); err == nil {
				t.Errorf("%s: the connection lives on", reason)
			}
			want := map[string]time.Duration{DisconnectWarning: 10 * time.Second}[reason]
			if lived := time.Since(began); lived != want {
				t.Errorf("%s: the connection lives for %v, want %v", reason, lived, want)
			}
			_, _, err := api(s, "").StartSocketModeContext(t.Context())
			if want := map[string]string{DisconnectDisabled: "link_disabled"}[reason]; code(err) != want {
				t.Errorf("%s: apps.connections.open gives %v, want %q", reason, err, want)
			}
		}
	})
}

func TestConnectionsAreLimited(t *testing.T) {
	s := New(t)
	for range maxLinks {
		next(t, dial(t, s))
	}
	if frame := next(t, dial(t, s)); frame["reason"] != DisconnectTooMany {
		t.Errorf("an eleventh connection begins with %v", frame)
	}
	s.WaitConnected(maxLinks)
	s.Break()
	s.WaitConnected(0)

	_, url, err := api(s, "").StartSocketModeContext(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	conn, _, err := dialer(s).Dial(url, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if again, _, err := dialer(s).Dial(url, nil); err == nil {
		again.Close()
		t.Error("the address of a connection can be used twice")
	}
}

func TestDeadlineAndPings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := NewPiped(t)
		room := s.Channel("room")
		if d := s.NewCommand(room, "ana", "x"); !lost(d) {
			t.Error("a command was delivered without a connection")
		}
		conn := dial(t, s)
		next(t, conn)
		var pings atomic.Int32
		pong := conn.PingHandler()
		conn.SetPingHandler(func(data string) error { pings.Add(1); return pong(data) })
		frames := make(chan map[string]any, 10)
		go func() {
			for {
				var f map[string]any
				if conn.ReadJSON(&f) != nil {
					return
				}
				frames <- f
			}
		}()
		d := s.NewCommand(room, "ana", "x")
		began := time.Now()
		d.Send()
		if took := time.Since(began); d.Acked() || took != 3*time.Second {
			t.Errorf("without an acknowledgement: acked %v after %v", d.Acked(), took)
		}
		late := (<-frames)["envelope_id"]
		time.Sleep(time.Second)
		if err := conn.WriteJSON(object{"envelope_id": late}); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if d.Acked() || d.Took() != 4*time.Second {
			t.Errorf("a late acknowledgement: acked %v after %v", d.Acked(), d.Took())
		}
		time.Sleep(time.Minute)
		if pings.Load() < 12 {
			t.Errorf("there were %d pings in a minute", pings.Load())
		}
		s.Silence()
		before := pings.Load()
		go s.NewCommand(room, "ana", "x").Send()
		time.Sleep(time.Minute)
		if pings.Load() != before || len(frames) > 0 {
			t.Error("something came through a silent connection")
		}
	})
}

func lost(d *Delivery) bool {
	d.Send()
	return d.Err() != nil && !d.Acked()
}

func TestRecordedFramesAreSent(t *testing.T) {
	s := New(t)
	conn := dial(t, s)
	var kinds []string
	s.WaitConnected(1)
	done := make(chan bool)
	go func() {
		defer close(done)
		for {
			var frame struct {
				Type       string          `json:"type"`
				EnvelopeID string          `json:"envelope_id"`
				Payload    json.RawMessage `json:"payload"`
			}
			if conn.ReadJSON(&frame) != nil {
				return
			}
			kinds = append(kinds, frame.Type)
			if frame.EnvelopeID != "" {
				_ = conn.WriteJSON(object{"envelope_id": frame.EnvelopeID})
			}
		}
	}()
	for _, r := range RecordedFrames(t) {
		if d := s.SendFrame(r); strings.Contains(r.Name, "_message") == d.Acked() {
			t.Errorf("%s is acknowledged: %v", r.Name, d.Acked())
		}
	}
	s.Break()
	<-done
	slices.Sort(kinds)
	if want := []string{"disconnect", "events_api", "events_api", "hello", "hello", "interactive", "interactive", "slash_commands"}; !slices.Equal(kinds, want) {
		t.Errorf("the frames are %q, want %q", kinds, want)
	}
}
