package gateway_test

import (
	"context"
	"crypto/tls"
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

// discord is a gateway in memory. Its connections are pipes, because time in a test bubble goes
// on while pipes wait.
type discord struct {
	*fake.Pipe
	t      *testing.T
	server http.Server
	script func(*peer) // serves one connection, which ends when script returns

	scripts sync.WaitGroup
	mu      sync.Mutex
	peers   []*peer // connections that got a websocket
}

// newDiscord starts to listen, with TLS if config is not nil.
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
