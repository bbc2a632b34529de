package gateway

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"math/rand/v2"
	"net"
	"net/url"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

const (
	readyWithin   = 20 * time.Second // limit from dialling to READY or RESUMED
	writeWithin   = 5 * time.Second  // limit for writing one message
	goodbyeWithin = time.Second
	catchUpWithin = time.Second // time after the first RESUMED in which missed events may still come

	maxMessage = 8 << 20 // bytes
	bufferSize = 1 << 10 // of each direction, in bytes; longer messages are sent in pieces
)

// closeResumable is our own close code. Unlike 1000 and 1001, it keeps the session alive:
// https://discord.com/developers/docs/events/gateway#initiating-a-disconnect.
const closeResumable = 4000

// connection is one websocket to the gateway. One goroutine only reads; run does everything else.
type connection struct {
	*shard
	introduce func() error // sends identify or resume; called after hello
	resumes   bool

	ws       *websocket.Conn
	received chan message // closed when nothing more can be read
	readErr  error        // why reading ended; set before received is closed

	interval     time.Duration    // between heartbeats; 0 before hello
	heartbeat    <-chan time.Time // fires when the next heartbeat is due; nil before hello
	acknowledged bool             // no heartbeat waits for an acknowledgement
	late         <-chan time.Time // fires if READY takes too long; nil after READY
	ready        time.Time        // when READY or RESUMED came; zero before
}

// run connects and serves the connection until it ends. See [shard.identify] for the results.
func (c *connection) run(ctx context.Context, address string) (up time.Duration, err error) {
	var reading sync.WaitGroup
	defer reading.Wait()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c.late = time.After(readyWithin)
	if err := c.dial(ctx, address); err != nil {
		return 0, err
	}
	defer c.ws.Close()
	c.received = make(chan message)
	reading.Go(func() { c.read(ctx) })

	err = c.serve(ctx)
	code := closeResumable
	if ctx.Err() != nil && c.lease == nil {
		code = websocket.CloseNormalClosure // the bot is shown as offline at once
	}
	_ = c.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(goodbyeWithin))
	if !c.ready.IsZero() {
		up = time.Since(c.ready)
		c.connected.Add(-1)
	}
	return up, err
}

// WithVersion returns the gateway's address with the version and the encoding that this package speaks.
func WithVersion(address string) (string, error) {
	u, err := url.Parse(address)
	if err != nil {
		return "", err
	}
	u.RawQuery = "v=10&encoding=json"
	return u.String(), nil
}

// dial opens the websocket. Once ctx is done, operations on it end within goodbyeWithin.
func (c *connection) dial(ctx context.Context, address string) error {
	address, err := WithVersion(address)
	if err != nil {
		return &lossError{Reason: "address not understood"}
	}
	network := c.config.Network
	network.Dial = func(dialing context.Context, network, addr string) (net.Conn, error) {
		conn, err := c.config.Network.Dial(dialing, network, addr)
		if err == nil {
			context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Now().Add(goodbyeWithin)) })
		}
		return conn, err
	}
	ws, answer, err := network.Websocket(ctx, address, websocket.Dialer{
		HandshakeTimeout: readyWithin,
		ReadBufferSize:   bufferSize,
		WriteBufferSize:  bufferSize,
		TLSClientConfig:  &tls.Config{RootCAs: c.roots, MinVersion: tls.VersionTLS12},
	})
	if err != nil {
		return dialError(answer, err)
	}
	ws.SetReadLimit(maxMessage)
	c.ws = ws
	return nil
}

func (c *connection) read(ctx context.Context) {
	defer close(c.received)
	for {
		kind, text, err := c.ws.ReadMessage()
		if err != nil {
			c.readErr = readError(err)
			return
		}
		if kind != websocket.TextMessage { // Discord sends binary messages only if compression was requested
			c.readErr = &lossError{Reason: "message not text"}
			return
		}
		var m message
		if err := json.Unmarshal(text, &m); err != nil || m.Op == nil {
			c.log.WarnContext(ctx, "gateway message not understood")
			continue
		}
		select {
		case c.received <- m:
		case <-ctx.Done():
			c.readErr = errStopped
			return
		}
	}
}

func (c *connection) serve(ctx context.Context) error {
	for {
		var err error
		select {
		case m, ok := <-c.received:
			if !ok {
				return c.readErr
			}
			err = c.receive(m)
		case <-c.heartbeat:
			err = c.beat()
		case <-c.late:
			err = errNotReady
		case <-ctx.Done():
			err = errStopped
		}
		if err != nil {
			return err
		}
	}
}

// beat sends the heartbeat that is due. It fails if Discord has not acknowledged the previous
// one: https://discord.com/developers/docs/events/gateway#heartbeat-interval.
func (c *connection) beat() error {
	if !c.acknowledged {
		return &lossError{Reason: "no answer to a heartbeat"}
	}
	c.acknowledged = false
	c.heartbeat = time.After(c.interval)
	return c.sendHeartbeat()
}

func (c *connection) sendHeartbeat() error {
	var last any
	if sequence := c.ackSequence(); sequence > 0 {
		last = sequence
	}
	return c.send(opHeartbeat, last)
}

func (c *connection) send(opcode int, data any) error {
	_ = c.ws.SetWriteDeadline(time.Now().Add(writeWithin)) // never fails
	if err := c.ws.WriteJSON(outgoing{Op: opcode, Data: data}); err != nil {
		return readError(err)
	}
	return nil
}

func (c *connection) receive(m message) error {
	if !c.usable() {
		return errNotHeld
	}
	switch *m.Op {
	case opReconnect:
		return &lossError{Reason: "reconnect asked for"}
	case opInvalidSession:
		if string(m.Data) == "true" {
			return &lossError{Reason: "session to be resumed"}
		}
		return errInvalidSession
	case opHello:
		return c.hello(m.Data)
	}
	if c.interval == 0 {
		return nil // ignore messages before hello
	}
	switch *m.Op {
	case opDispatch:
		c.dispatch(m)
	case opHeartbeat:
		return c.sendHeartbeat()
	case opAck:
		c.acknowledged = true
	}
	return nil
}

// hello delays the first heartbeat at random, so that clients that reconnect together do not all send it
// together.
func (c *connection) hello(data json.RawMessage) error {
	if c.interval != 0 {
		return nil
	}
	interval, err := parseHello(data)
	if err != nil {
		return err
	}
	c.interval, c.acknowledged = interval, true
	c.heartbeat = time.After(rand.N(interval))
	return c.introduce()
}

func (c *connection) dispatch(m message) {
	if m.Seq > 0 {
		c.session.Sequence = m.Seq
	}
	switch m.Type {
	case "READY":
		c.session.ID, c.session.URL = parseReady(m.Data, c.session.home)
		c.becomeReady("gateway connected")
	case "RESUMED":
		if c.resumes {
			c.becomeReady("gateway resumed")
		}
	case "INTERACTION_CREATE":
		switch {
		case len(m.Data) == 0:
		case c.catchesUp() && expired(m.Data, time.Now()):
			c.log.Info("gateway interaction missed")
		default:
			c.hand(m.Data)
		}
	}
	c.saveSession()
}

// catchesUp reports whether an event may be one that the shard missed. Discord sends those before
// RESUMED. With leases, they may also follow a RESUMED that a former holder did not acknowledge.
func (c *connection) catchesUp() bool {
	return c.ready.IsZero() || c.lease != nil && c.resumes && time.Since(c.ready) < catchUpWithin
}

func (c *connection) becomeReady(as string) {
	if c.ready.IsZero() {
		c.connected.Add(1)
	}
	c.ready, c.late = time.Now(), nil
	c.log.Info(as)
	c.once.Do(func() { c.missing.Add(-1) })
}
