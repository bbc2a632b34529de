package slack

import (
	"context"
	"encoding/json"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"othellobot/adapters/internal/exchange"
)

// link is a Socket Mode connection, https://docs.slack.dev/apis/events-api/using-socket-mode. It
// replaces slack-go's, which hides why Slack ends a connection, reconnects without pauses, and
// hangs up before the next connection exists. Only acknowledge and close may be called concurrently.
type link struct {
	conn *websocket.Conn
	idle *time.Timer // pings after silence
	ends time.Time   // time to stop reading; zero until Slack announces the link's end
	mu   sync.Mutex  // held while writing an acknowledgement
}

// frame is a message from Slack: a hello, a disconnect, or an envelope with a delivery.
type frame struct {
	Type       string          `json:"type"`
	Reason     string          `json:"reason"` // set for a disconnect
	EnvelopeID string          `json:"envelope_id"`
	Payload    json.RawMessage `json:"payload"`
	Carries    bool            `json:"accepts_response_payload"` // the acknowledgement can contain a message
}

// Limits of a link. The bot's own pings keep the network from cutting a silent link,
// https://github.com/slack-go/slack/issues/1566. Slack silently drops acknowledgements that are too
// large or come in several pieces,
// https://github.com/slack-go/slack/blob/v0.34.0/socketmode/socketmode.go.
const (
	maxIdle     = 10 * time.Second // silence until the bot pings
	maxSilence  = 45 * time.Second // silence until the link counts as dead
	writeWithin = 10 * time.Second // time for one write
	maxFrame    = 1 << 20          // bytes of a received frame
	maxAck      = 19 << 10         // bytes of the payload of an acknowledgement
	writeBuffer = 32 << 10         // bytes, enough to send an acknowledgement in one piece
)

func (a *Adapter) openLink(ctx context.Context) (*link, error) {
	var at struct{ URL string }
	if err := a.web.call(ctx, a.appToken, "apps.connections.open", nil, &at); err != nil {
		return nil, err
	}
	conn, _, err := a.network.Websocket(ctx, at.URL, websocket.Dialer{HandshakeTimeout: attemptTime, WriteBufferSize: writeBuffer})
	if err != nil {
		return nil, err
	}
	l := &link{conn: conn}
	l.idle = time.AfterFunc(maxIdle, l.ping)
	conn.SetReadLimit(maxFrame)
	pong := conn.PingHandler()
	conn.SetPingHandler(func(data string) error {
		l.received()
		return pong(data)
	})
	conn.SetPongHandler(func(string) error {
		l.received()
		return nil
	})
	return l, nil
}

// received postpones the next ping and the read deadline. Once Slack has announced the link's end,
// the deadline stays at l.ends.
func (l *link) received() {
	l.idle.Reset(maxIdle)
	until := time.Now().Add(maxSilence)
	if !l.ends.IsZero() {
		until = l.ends
	}
	_ = l.conn.SetReadDeadline(until) // fails only if the connection is closed; then reading fails, too
}

// read passes each frame to take until the link ends. It skips messages that are not valid frames.
func (l *link) read(take func(frame)) error {
	for {
		l.received()
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

func (l *link) ping() {
	if l.conn.WriteControl(websocket.PingMessage, nil, time.Now().Add(writeWithin)) == nil {
		l.idle.Reset(maxIdle)
	}
}

// acknowledge answers an envelope. The body may be empty.
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

func (l *link) close() {
	l.idle.Stop()
	_ = l.conn.Close()
}
