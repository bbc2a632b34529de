package discord

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
)

// Any number of hanging requests uses few connections.
func TestConnectionsAreBounded(t *testing.T) {
	var connections, asked atomic.Int64
	full, ctx := make(chan struct{}), t.Context()
	ctx, cancel := context.WithCancel(ctx)
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if asked.Add(1) == 64 {
			close(full)
		}
		<-r.Context().Done()
	}))
	server.Config.ConnState = func(_ net.Conn, s http.ConnState) {
		if s == http.StateNew {
			connections.Add(1)
		}
	}
	server.Start()
	defer server.Close()
	way := newTransport(Network{})
	defer way.CloseIdleConnections()
	var all sync.WaitGroup
	for range 300 {
		all.Go(func() {
			r, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL, nil)
			if err != nil {
				t.Error(err)
				return
			}
			if resp, err := way.RoundTrip(r); err == nil {
				resp.Body.Close()
			}
		})
	}
	<-full
	if n := connections.Load(); n != 64 {
		t.Errorf("there are %d connections", n)
	}
	cancel()
	all.Wait()
}
