package gateway

import (
	"bufio"
	"bytes"
	"crypto/sha1"
	"encoding/base64"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/gorilla/websocket"
)

func TestAppendFrame(t *testing.T) {
	for _, size := range []int{0, 1, 125, 126, 127, 65535, 65536, 100_000} {
		want := strings.Repeat("x", size)
		if got := gorilla(t, appendFrame(nil, frameText, []byte(want))); !slices.Equal(got, []string{want}) {
			t.Errorf("%d bytes are read as %.40q", size, got)
		}
	}
}

// FuzzFrames reads the same bytes as gorilla's client. What both take must be the
// same, and nothing may be taken that gorilla refuses.
func FuzzFrames(f *testing.F) {
	text := func(b ...byte) []byte { return b }
	f.Add(text(0x81, 2, 'h', 'i', 0x81, 0, 0x88, 2, 3, 232))
	f.Add(text(0x01, 1, 'h', 0x89, 1, 'p', 0x00, 0, 0x80, 1, 'i', 0x8A, 0))
	f.Add(appendFrame(nil, frameText, make([]byte, 125)))
	f.Add(appendFrame(nil, frameText, make([]byte, 126)))
	f.Add(text(0x82, 1, 'b'))
	f.Add(text(0x89, 127, 0, 0, 0, 0, 0, 0, 0, 1, 'x', 0x81, 1, 'y')) // a short ping in the long form
	f.Add(text(0x81, 127, 255, 255, 255, 255, 255, 255, 255, 255))
	f.Add(text(0x81, 127, 0, 0, 0, 0, 0, 0, 0, 1, 'x', 0x81, 126, 0, 1, 'y'))
	f.Fuzz(func(t *testing.T, b []byte) {
		theirs := gorilla(t, b)
		var ours []string
		frames := frames{in: bufio.NewReader(bytes.NewReader(b))}
		for {
			opcode, payload, err := frames.next()
			if opcode == frameText {
				ours = append(ours, string(payload))
			}
			if opcode == frameClose || err != nil {
				refused := err == errFrame || err == errTooBig || opcode == frameClose
				if !slices.Equal(ours, theirs[:min(len(ours), len(theirs))]) || (!refused && len(ours) != len(theirs)) {
					t.Fatalf("of % x (%v)\nwe read %q,\ngorilla %q", b, err, ours, theirs)
				}
				return
			}
		}
	})
}

// gorilla gives the text messages in what a server sends, up to anything else
// that is not a ping or a pong.
func gorilla(t *testing.T, sent []byte) (messages []string) {
	here, there := net.Pipe()
	go func() {
		defer there.Close()
		request, err := http.ReadRequest(bufio.NewReader(there))
		if err != nil {
			return
		}
		go io.Copy(io.Discard, there)
		key := sha1.Sum([]byte(request.Header.Get("Sec-WebSocket-Key") + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"))
		there.Write([]byte("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: " +
			base64.StdEncoding.EncodeToString(key[:]) + "\r\n\r\n"))
		there.Write(sent)
	}()
	dialer := websocket.Dialer{NetDial: func(string, string) (net.Conn, error) { return here, nil }}
	ws, _, err := dialer.Dial("ws://gateway.example/", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer ws.Close()
	ws.SetPingHandler(func(string) error { return nil }) // an answer may come too late
	for {
		kind, message, err := ws.ReadMessage()
		if err != nil || kind != websocket.TextMessage {
			return messages
		}
		messages = append(messages, string(message))
	}
}
