package slack

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"othellobot/adapters/internal/exchange"
)

// link is one connection of Socket Mode,
// https://docs.slack.dev/apis/events-api/using-socket-mode. slack-go has one too,
// which does not tell why Slack ends it, connects anew as fast as it can, and
// hangs up before another is there. acknowledge may be called concurrently.
type link struct {
	conn *websocket.Conn
	idle *time.Timer // until it pings
	ends time.Time   // when it is over at last; for who reads
	mu   sync.Mutex  // taken to write
}

// frame is one message over a link: a hello, a disconnect, or a delivery in its
// envelope.
type frame struct {
	Type       string          `json:"type"`
	Reason     string          `json:"reason"` // of a disconnect
	EnvelopeID string          `json:"envelope_id"`
	Payload    json.RawMessage `json:"payload"`
	Carries    bool            `json:"accepts_response_payload"` // its acknowledgement can
}

// What bounds a link. Where Slack does not ping the bot does, lest something on the
// way cuts the link, https://github.com/slack-go/slack/issues/1566. Slack drops
// acknowledgements that are too large without a word, and those that do not come
// in one piece,
// https://github.com/slack-go/slack/blob/v0.34.0/socketmode/socketmode.go.
const (
	maxIdle     = 10 * time.Second // after which the bot pings
	maxSilence  = 45 * time.Second // after which the link is dead
	writeWithin = 10 * time.Second
	maxFrame    = 1 << 20
	maxAck      = 19 << 10
	onePiece    = 32 << 10
)

// opener opens links with the app's token, which is for nothing else.
type opener struct {
	token   string // empty if there is no Socket Mode
	web     web
	network Network
}

// open opens a link at an address that Slack gives for this once.
func (o opener) open(ctx context.Context) (*link, error) {
	var at struct{ URL string }
	if err := o.web.call(ctx, o.token, "apps.connections.open", nil, &at); err != nil {
		return nil, err
	}
	conn, _, err := o.network.Websocket(ctx, at.URL, websocket.Dialer{HandshakeTimeout: attemptTime, WriteBufferSize: onePiece})
	if err != nil {
		return nil, err
	}
	l := &link{conn: conn}
	l.idle = time.AfterFunc(maxIdle, l.ping)
	conn.SetReadLimit(maxFrame)
	pong := conn.PingHandler()
	conn.SetPingHandler(func(data string) error {
		l.heard()
		return pong(data)
	})
	conn.SetPongHandler(func(string) error {
		l.heard()
		return nil
	})
	return l, nil
}

// heard gives the link another while to be heard from, but none beyond its end.
func (l *link) heard() {
	l.idle.Reset(maxIdle)
	until := time.Now().Add(maxSilence)
	if !l.ends.IsZero() {
		until = l.ends
	}
	_ = l.conn.SetReadDeadline(until) // fails if it is closed, as reading does then
}

// endWithin bounds how long the link is read after the present frame. Only who
// reads may call it.
func (l *link) endWithin(d time.Duration) {
	l.ends = time.Now().Add(d)
}

// read hands over what comes, until the link ends. What is no frame is left out.
func (l *link) read(take func(frame)) error {
	for {
		l.heard()
		_, text, err := l.conn.ReadMessage()
		if err != nil {
			return err
		}
		var f frame
		if json.Unmarshal(text, &f) == nil {
			take(f)
		}
	}
}

// ping asks for a sign of life, again and again until the link has ended.
func (l *link) ping() {
	if l.conn.WriteControl(websocket.PingMessage, nil, time.Now().Add(writeWithin)) == nil {
		l.idle.Reset(maxIdle)
	}
}

// acknowledge answers an envelope, with a body unless that is empty.
func (l *link) acknowledge(id string, body json.RawMessage) error {
	text, err := exchange.JSON(struct {
		EnvelopeID string          `json:"envelope_id"`
		Payload    json.RawMessage `json:"payload,omitempty"`
	}{id, body})
	if err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.conn.SetWriteDeadline(time.Now().Add(writeWithin)); err != nil {
		return err
	}
	return l.conn.WriteMessage(websocket.TextMessage, text)
}

// close ends the link, and what is being read or written.
func (l *link) close() {
	l.idle.Stop()
	_ = l.conn.Close()
}
