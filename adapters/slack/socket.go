package slack

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/gorilla/websocket"
	slackapi "github.com/slack-go/slack"

	"othellobot/adapters/internal/exchange"
)

const (
	longLived = 10 * time.Second // a link that lasted longer resets the pauses
	afterlife = 15 * time.Second // limits reading a link after Slack announced its end; Slack usually ends it after ten seconds
)

// runSocket keeps Socket Mode connected until ctx is done, once the bot's identity is known.
func (a *Adapter) runSocket(ctx context.Context, stops <-chan struct{}) {
	select {
	case <-a.account.identified:
	case <-stops:
		return
	}
	var links sync.WaitGroup
	defer links.Wait()
	ctx, hangUp := context.WithCancel(ctx)
	defer hangUp()
	pauses, again := a.newPauses(), false // the first attempt after a lost link needs no pause
	for {
		began := time.Now()
		err := a.connection(ctx, &links)
		if ctx.Err() != nil {
			return
		}
		a.observer.RecordReconnect()
		if time.Since(began) > longLived {
			pauses, again = a.newPauses(), false
		}
		refused, pause := isRefusal(err), time.Duration(0)
		if again || refused {
			pause = pauses(err)
		}
		if limited := (*slackapi.RateLimitedError)(nil); errors.As(err, &limited) {
			pause = max(pause, limited.RetryAfter)
		}
		switch {
		case !refused:
			level := slog.LevelWarn
			if !again { // Slack ends links after some hours
				level = slog.LevelInfo
			}
			a.logger.Log(ctx, level, "socket mode connects anew", "error", loggable(err), "wait", pause)
		case a.health.set(noAppToken, true):
			a.logger.ErrorContext(ctx, "the platform does not work until an operator acts", "error", appTokenAdvice(codeOf(err)))
		}
		if again = true; exchange.Sleep(ctx, pause) != nil {
			return
		}
	}
}

func (a *Adapter) connection(ctx context.Context, links *sync.WaitGroup) error {
	l, err := a.openLink(ctx)
	if err != nil {
		return err
	}
	a.newest.Store(l)
	over := make(chan error, 2) // receives the announcement of the link's end, and the end
	links.Go(func() { over <- a.serveLink(ctx, l, over) })
	return <-over
}

// serveLink accepts deliveries until the link ends. If Slack announces the end, announced gets the reason.
func (a *Adapter) serveLink(ctx context.Context, l *link, announced chan<- error) error {
	defer context.AfterFunc(ctx, l.close)()
	defer l.close()
	left := false
	return l.read(func(f frame) {
		switch {
		case f.Type == "hello":
			a.connected.Store(true)
			a.health.set(noAppToken, false)
		case f.Type == "disconnect" && !left:
			left = true
			l.ends = time.Now().Add(afterlife)
			announced <- disconnectError(f.Reason)
		case f.EnvelopeID != "":
			a.envelope(l, f)
		}
	})
}

func disconnectError(reason string) error {
	if reason == "link_disabled" {
		return slackapi.SlackErrorResponse{Err: reason}
	}
	return errors.New("slack: asked to connect anew: " + reason)
}

// envelope accepts a delivery and does not block. During shutdown it ignores deliveries.
func (a *Adapter) envelope(l *link, f frame) {
	d := deliveryIn(f)
	d.received = time.Now()
	x := &reply{Adapter: a, in: d, carries: f.AcceptsPayload && d.kind == commandKind}
	x.acknowledge = func(ctx context.Context, whisper *response) error {
		body, err := ackBody(whisper)
		if err != nil {
			return err
		}
		if len(body) > maxAck {
			return errors.Join(a.acknowledge(l, f.EnvelopeID, nil), x.answer(ctx, *whisper))
		}
		return a.acknowledge(l, f.EnvelopeID, body)
	}
	a.intake.Do(x.run)
}

// acknowledge answers an envelope over its own link or, if that fails, over the newest one.
func (a *Adapter) acknowledge(l *link, id string, body json.RawMessage) error {
	err := l.acknowledge(id, body)
	if newest := a.newest.Load(); err != nil && newest != l {
		return newest.acknowledge(id, body)
	}
	return err
}

func deliveryIn(f frame) delivery {
	switch f.Type {
	case "slash_commands":
		return read(f.Payload, commandDelivery)
	case "interactive":
		return read(f.Payload, interaction.delivery)
	case "events_api":
		return read(f.Payload, callback.delivery)
	}
	return delivery{}
}

func read[T any](payload json.RawMessage, as func(T) delivery) delivery {
	var value T
	if json.Unmarshal(payload, &value) != nil {
		return delivery{}
	}
	return as(value)
}

// link is a Socket Mode connection, https://docs.slack.dev/apis/events-api/using-socket-mode. It replaces
// slack-go's, which reconnects without a pause, and closes a link before it opens the next.
type link struct {
	conn *websocket.Conn
	idle *time.Timer // pings after silence
	ends time.Time   // time to stop reading; zero until Slack announces the link's end
	mu   sync.Mutex  // held while writing an acknowledgement
}

// frame is a hello, a disconnect, or an envelope with a delivery.
type frame struct {
	Type           string          `json:"type"`
	Reason         string          `json:"reason"` // set for a disconnect
	EnvelopeID     string          `json:"envelope_id"`
	Payload        json.RawMessage `json:"payload"`
	AcceptsPayload bool            `json:"accepts_response_payload"` // the acknowledgement can contain a message
}

// Limits of a link. Pings keep the network from cutting a silent link,
// https://github.com/slack-go/slack/issues/1566. Slack silently drops acknowledgements that are too large or
// come in pieces, https://github.com/slack-go/slack/blob/v0.34.0/socketmode/socketmode.go.
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
	conn, _, err := a.network.Websocket(ctx, at.URL, websocket.Dialer{HandshakeTimeout: attemptTimeout, WriteBufferSize: writeBuffer})
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

// received postpones the next ping and, until Slack announces the link's end, the read deadline.
func (l *link) received() {
	l.idle.Reset(maxIdle)
	until := time.Now().Add(maxSilence)
	if !l.ends.IsZero() {
		until = l.ends
	}
	_ = l.conn.SetReadDeadline(until) // fails only if the connection is closed; then reading fails, too
}

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
