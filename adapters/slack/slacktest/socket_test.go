package slacktest

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"othellobot/adapters/internal/fake"
)

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

func next(t testing.TB, conn *websocket.Conn) map[string]any {
	t.Helper()
	var frame map[string]any
	if err := conn.ReadJSON(&frame); err != nil {
		t.Fatalf("read a frame: %v", err)
	}
	return frame
}

func TestBadAcknowledgementsFailTheTest(t *testing.T) {
	for want, frame := range map[string]string{
		"has a payload, and takes none":  `{"envelope_id":"ID","payload":{"text":"x"}}`,
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
		sent := s.NewCommand(s.Channel("room"), "ana", "x")
		if strings.HasPrefix(want, "has a payload") {
			sent = s.NewMention(s.Channel("room"), "ana", "x")
		}
		go sent.Send()
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
