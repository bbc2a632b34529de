package slacktest

import (
	"context"
	"slices"
	"strings"
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

// An event that is not acknowledged comes again by another connection.
func TestSocketMode(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := NewPiped(t)
		type sent struct {
			by    int
			frame map[string]any
		}
		frames := make(chan sent, 2)
		for by := range 2 {
			conn := dial(t, s)
			if hello := next(t, conn); hello["type"] != "hello" || hello["num_connections"] != float64(by+1) {
				t.Errorf("the first frame is %v", hello)
			}
			go func() {
				frames <- sent{by, next(t, conn)}
			}()
		}
		s.WaitConnected(2)
		d := s.NewMention(s.Channel("room"), "ana", "d3")
		d.Send()
		first := <-frames
		if first.frame["type"] != "events_api" || first.frame["retry_attempt"] != 0.0 || first.frame["accepts_response_payload"] != false {
			t.Errorf("a mention comes as %v", first.frame)
		}
		s.Redeliver(d, 1, "timeout")
		again := <-frames
		if again.by == first.by || again.frame["retry_attempt"] != 1.0 || again.frame["retry_reason"] != "timeout" || again.frame["envelope_id"] == first.frame["envelope_id"] {
			t.Errorf("it comes again as %v", again.frame)
		}
		eventID := func(f map[string]any) any { return f["payload"].(map[string]any)["event_id"] }
		if eventID(first.frame) != eventID(again.frame) || eventID(first.frame) != d.EventID {
			t.Errorf("the event ids are %v and %v", eventID(first.frame), eventID(again.frame))
		}
	})
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
	if got, found := texts(s.Messages(room, "bo")), watched.failures(); !slices.Equal(got, []string{"at once"}) || len(found) > 0 {
		t.Errorf("Bo sees %q, and the test fails with %q", got, found)
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

func TestDeadlineOfSocketMode(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := NewPiped(t)
		room := s.Channel("room")
		if d := s.Command(room, "ana", "x"); d.Err() == nil || d.Acked() {
			t.Error("a command was delivered without a connection")
		}
		conn := dial(t, s)
		next(t, conn)
		d := s.NewCommand(room, "ana", "x")
		go func() {
			frame := next(t, conn)
			time.Sleep(4 * time.Second)
			_ = conn.WriteJSON(object{"envelope_id": frame["envelope_id"]})
		}()
		began := time.Now()
		d.Send()
		if took := time.Since(began); d.Acked() || took != 3*time.Second {
			t.Errorf("without an acknowledgement: acked %v after %v", d.Acked(), took)
		}
		time.Sleep(time.Minute)
		if d.Acked() || d.Took() != 4*time.Second {
			t.Errorf("a late acknowledgement: acked %v after %v", d.Acked(), d.Took())
		}
	})
}
