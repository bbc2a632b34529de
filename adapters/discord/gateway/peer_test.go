package gateway_test

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"othellobot/adapters/internal/fake"
)

const interval = 40 * time.Second

type peer struct {
	*testing.T
	ws       *websocket.Conn
	number   int // 0 for the first
	began    time.Time
	received chan packet   // closed when the connection ends
	gone     chan struct{} // closed when the connection ends

	mu         sync.Mutex
	identified time.Time // zero before the identify
	identity   json.RawMessage
	resumed    time.Time // zero before the resume
	resumption string
	ready      time.Time
	heartbeats []time.Time
	sequence   string // as sent with the latest heartbeat
	code       int    // close code that the bot sent
	ended      time.Time
}

type packet struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
}

func (p *peer) read() {
	defer close(p.received)
	defer close(p.gone)
	p.ws.SetCloseHandler(func(int, string) error { return nil })
	for {
		_, text, err := p.ws.ReadMessage()
		p.mu.Lock()
		if err != nil {
			p.ended = time.Now()
			if gone, ok := errors.AsType[*websocket.CloseError](err); ok {
				p.code = gone.Code
			}
			p.mu.Unlock()
			return
		}
		var m packet
		if err := json.Unmarshal(text, &m); err != nil {
			p.Errorf("the bot sent %q: %v", text, err)
		}
		switch m.Op {
		case 1:
			p.heartbeats = append(p.heartbeats, time.Now())
			p.sequence = string(m.Data)
		case 2:
			if !p.identified.IsZero() {
				p.Error("the bot identified twice")
			}
			p.identified, p.identity = time.Now(), m.Data
		case 6:
			p.resumed, p.resumption = time.Now(), string(m.Data)
		default:
			p.Errorf("the bot sent opcode %d", m.Op)
		}
		p.mu.Unlock()
		p.received <- m
	}
}

func (p *peer) send(format string, args ...any) {
	p.ws.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, format, args...))
}

func (p *peer) raw(b ...byte) { p.ws.NetConn().Write(b) }

func (p *peer) hello() { p.send(`{"op":10,"d":{"heartbeat_interval":%d}}`, interval.Milliseconds()) }

func (p *peer) identify() {
	p.hello()
	p.await(2)
}

func (p *peer) greet() {
	p.hello()
	for m := range p.received {
		switch m.Op {
		case 2:
			p.begin()
			return
		case 6:
			p.ready = time.Now()
			p.send(`{"op":0,"s":2,"t":"RESUMED","d":{}}`)
			return
		}
	}
}

func (p *peer) begin() {
	select {
	case <-p.gone:
		return
	default:
	}
	p.ready = time.Now()
	p.send(`{"op":0,"s":1,"t":"READY","d":{"v":10,"session_id":"abc","user":{"id":"1"},"guilds":[null]}}`)
}

func (p *peer) idle(d time.Duration) {
	select {
	case <-time.After(d):
	case <-p.gone:
	}
}

func (p *peer) live(d time.Duration) {
	for left := d; left > 0; left -= interval / 2 {
		p.idle(min(interval/2, left))
		p.send(`{"op":11}`)
	}
}

func (p *peer) await(op int) bool {
	for m := range p.received {
		if m.Op == op {
			return true
		}
	}
	return false
}

func (p *peer) beats(n int) {
	for range n {
		p.await(1)
		p.send(`{"op":11}`)
	}
}

func (p *peer) answer() {
	for p.await(1) {
		p.send(`{"op":11}`)
	}
}

func (p *peer) close(code int) {
	p.ws.WriteMessage(websocket.CloseMessage, []byte{byte(code >> 8), byte(code)})
}

func well(p *peer) {
	p.greet()
	p.answer()
}

// discord is a gateway in memory. Time in a bubble goes on while its pipes wait.
type discord struct {
	*fake.Pipe
	t      *testing.T
	server http.Server
	script func(*peer) // serves one connection, which ends when script returns

	scripts sync.WaitGroup
	mu      sync.Mutex
	peers   []*peer // connections that got a websocket
}

func newDiscord(t *testing.T, config *tls.Config, script func(*peer)) *discord {
	d := &discord{Pipe: fake.NewPipe("gateway"), t: t, script: script}
	d.server.Handler = http.HandlerFunc(d.serve)
	d.server.ErrorLog = log.New(io.Discard, "", 0)
	var listener net.Listener = d
	if config != nil {
		listener = tls.NewListener(d, config)
	}
	var serving sync.WaitGroup
	serving.Go(func() { d.server.Serve(listener) })
	t.Cleanup(func() {
		d.server.Close()
		serving.Wait()
		synctest.Wait() // no more scripts begin
		d.scripts.Wait()
	})
	return d
}

func (d *discord) dial(ctx context.Context, _, _ string) (net.Conn, error) { return d.Dial(ctx) }

func (d *discord) serve(w http.ResponseWriter, r *http.Request) {
	if got, want := r.URL.RawQuery, "v=10&encoding=json"; got != want {
		d.t.Errorf("asked for %q, want %q", got, want)
	}
	d.scripts.Add(1)
	defer d.scripts.Done()
	upgrader := websocket.Upgrader{WriteBufferSize: 1024} // splits longer messages into several frames
	ws, err := upgrader.Upgrade(w, r, nil)
	if err != nil {
		d.t.Errorf("upgrade: %v", err)
		return
	}
	d.mu.Lock()
	p := &peer{T: d.t, number: len(d.peers), began: time.Now(), ws: ws, received: make(chan packet, 1000), gone: make(chan struct{})}
	d.peers = append(d.peers, p)
	d.mu.Unlock()

	var reading sync.WaitGroup
	reading.Go(p.read)
	d.script(p)
	ws.Close()
	reading.Wait()
}

func (d *discord) connections() []*peer {
	d.mu.Lock()
	defer d.mu.Unlock()
	return append([]*peer(nil), d.peers...)
}
