package web

import (
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"testing"
	"testing/synctest"
	"time"
)

func TestConnectionsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		clients := newPipes()
		l := newConnections(clients, 2, 1)
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
		first, second, third := connect(t, clients), connect(t, clients), connect(t, clients)
		one, two := <-accepted, <-accepted
		synctest.Wait()
		if len(accepted) != 0 {
			t.Error("a third connection is accepted")
		}
		for range 2 { // closing twice makes room once
			_ = one.Close()
		}
		three, fourth := <-accepted, connect(t, clients)
		synctest.Wait()
		if len(accepted) != 0 {
			t.Error("a fourth connection is accepted")
		}
		for range 2 {
			_ = l.Close()
		}
		if err := <-ended; !errors.Is(err, net.ErrClosed) {
			t.Errorf("a closed listener that waits for room gives %v", err)
		}
		for _, conn := range []net.Conn{first, second, third, fourth, two, three} {
			_ = conn.Close()
		}
	})
}

// distant is a connection from an address.
type distant struct {
	net.Conn
	from string
}

func (d distant) RemoteAddr() net.Addr {
	return net.TCPAddrFromAddrPort(netip.AddrPortFrom(netip.MustParseAddr(d.from), 1))
}

// from is a listener whose connections come from an address, as it is at the time.
type from struct {
	net.Listener
	address string
}

func (f *from) Accept() (net.Conn, error) {
	conn, err := f.Listener.Accept()
	return distant{conn, f.address}, err
}

// One client has so many connections at most, of which the one that has waited longest
// gives way. A proxy has as many as there are.
func TestConnectionsOfAnAddress(t *testing.T) {
	for name, c := range map[string]struct {
		first, second string
		ownGivesWay   bool
	}{
		"another client":           {"192.0.2.1", "192.0.2.2", false},
		"the same":                 {"192.0.2.1", "192.0.2.1", true},
		"the same, written longer": {"192.0.2.1", "::ffff:192.0.2.1", true},
		"the same network":         {"2001:db8::1", "2001:db8::2:1", true},
		"another network":          {"2001:db8::1", "2001:db8:0:1::1", false},
		"this machine":             {"127.0.0.1", "127.0.0.1", false},
		"this machine, longer":     {"::1", "::1", false},
		"a proxy":                  {"10.1.2.3", "10.1.2.3", false},
		"a proxy, longer":          {"fd00::1", "fd00::1", false},
		"a proxy beside":           {"fe80::1%eth0", "fe80::1%eth0", false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				pipes := newPipes()
				clients := &from{pipes, "198.51.100.1"}
				l := newConnections(clients, 10, 2)
				take := func(address string) (ours, theirs net.Conn) {
					t.Helper()
					clients.address = address
					accepted := make(chan net.Conn, 1)
					go func() {
						conn, _ := l.Accept()
						accepted <- conn
					}()
					ours = connect(t, pipes)
					synctest.Wait()
					select {
					case theirs = <-accepted:
						l.note(theirs, http.StateNew)
					default:
						_ = pipes.Close() // for Accept to end
					}
					return ours, theirs
				}
				other, _ := take("198.51.100.1")
				busy, working := take(c.first)
				l.note(working, http.StateActive)
				waiting, _ := take(c.first)
				newest, last := take(c.second)
				if last == nil {
					t.Fatal("the newest is not taken")
				}
				l.note(last, http.StateActive)
				for name, got := range map[string]struct {
					net.Conn
					open bool
				}{"of another": {other, true}, "that works": {busy, true}, "that waits": {waiting, !c.ownGivesWay}, "that is new": {newest, true}} {
					if isOpen(got.Conn) != got.open {
						t.Errorf("the connection %s is open: %t", name, !got.open)
					}
				}
				refused, none := take(c.second)
				if taken := none != nil; taken == c.ownGivesWay || isOpen(refused) != taken {
					t.Errorf("beside connections that all work, another is taken: %t", taken)
				}
			})
		})
	}
}

// isOpen reports whether nobody has closed the other end of a pipe, which sends
// nothing.
func isOpen(conn net.Conn) bool {
	_ = conn.SetReadDeadline(time.Now())
	_, err := conn.Read(make([]byte, 1))
	_ = conn.SetReadDeadline(time.Time{})
	return errors.Is(err, os.ErrDeadlineExceeded)
}

// Twice as many clients as there is room for keep their connections without asking for
// anything more: everybody is answered.
func TestIdleConnectionsGiveWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		clients, stop, done := serving(t, http.NewServeMux())
		var idle []net.Conn
		for i := range 2 * maxConnections {
			conn := connect(t, clients)
			idle = append(idle, conn)
			if i%2 == 0 {
				continue // it begins no request
			}
			if status, err := ask(conn); err != nil || status != http.StatusNotFound {
				t.Fatalf("client %d: %d, %v", i, status, err)
			}
			synctest.Wait() // until the server waits for its next request
		}
		for _, c := range []struct {
			i    int
			open bool
		}{{0, false}, {1, false}, {maxConnections - 1, false}, {maxConnections, true}, {2*maxConnections - 1, true}} {
			if isOpen(idle[c.i]) != c.open {
				t.Errorf("client %d is connected: %t", c.i, !c.open)
			}
		}
		began := time.Now()
		_, _ = io.Copy(io.Discard, idle[2*maxConnections-1])
		if took := time.Since(began); took != shortIdleTimeout {
			t.Errorf("where there is little room, a client may wait for %v", took)
		}
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
		for _, conn := range idle {
			_ = conn.Close()
		}
	})
}

// A listener that fails leaves its room to others.
func TestFailedAcceptMakesRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		clients := newPipes()
		_ = clients.Close()
		l := newConnections(clients, 1, 1)
		for range 3 {
			if _, err := l.Accept(); !errors.Is(err, net.ErrClosed) {
				t.Fatal(err)
			}
		}
	})
}

// What no longer listens is an error, which ends the program.
func TestServeEndsWithItsListener(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pipes := newPipes()
		_ = pipes.Close()
		if err := Serve(t.Context(), pipes, http.NewServeMux(), discard()); err == nil {
			t.Error("nothing is told")
		}
	})
}
