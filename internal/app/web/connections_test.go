package web

import (
	"errors"
	"net"
	"net/http"
	"testing"
	"testing/synctest"

	"othellobot/internal/app/web/webtest"
)

func TestConnectionsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		clients := webtest.NewPipes()
		l := newBounded(clients, 2)
		accepted := make(chan net.Conn, 3)
		ended := make(chan error, 1)
		go func() {
			for {
				conn, err := l.Accept()
				if err != nil {
					ended <- err
					return
				}
				accepted <- conn
			}
		}()
		first, second := connect(t, clients), connect(t, clients)
		one, two := <-accepted, <-accepted

		waiting := make(chan net.Conn, 1)
		go func() {
			conn, _ := clients.Dial()
			waiting <- conn
		}()
		synctest.Wait()
		if len(waiting) != 0 {
			t.Error("a third connection is accepted")
		}
		for range 2 { // closing twice makes room once
			_ = one.Close()
		}
		three, third := <-accepted, <-waiting
		synctest.Wait()
		for range 2 {
			_ = l.Close()
		}
		if err := <-ended; !errors.Is(err, net.ErrClosed) {
			t.Errorf("a closed listener that waits for room gives %v", err)
		}
		for _, conn := range []net.Conn{first, second, third, two, three} {
			_ = conn.Close()
		}
	})
}

// A listener that fails leaves its room to others.
func TestFailedAcceptMakesRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		clients := webtest.NewPipes()
		_ = clients.Close()
		l := newBounded(clients, 1)
		for range 3 {
			if _, err := l.Accept(); !errors.Is(err, net.ErrClosed) {
				t.Fatal(err)
			}
		}
	})
}

func TestStalledConnectionsDoNotKeepOthersOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pipes := webtest.NewPipes()
		done := make(chan error, 1)
		go func() {
			done <- Serve(t.Context(), pipes, http.NewServeMux(), discard())
		}()
		for range maxConnections / 2 {
			defer connect(t, pipes).Close()
		}
		conn := connect(t, pipes)
		if status, err := ask(conn); err != nil || status != http.StatusNotFound {
			t.Errorf("beside stalled connections: %d, %v", status, err)
		}
		_ = conn.Close()
		_ = pipes.Close()
		<-done
	})
}
