package web

import (
	"container/list"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"time"
)

// connections is a listener that has at most so many connections open at a time, and
// so many of one address. Where they are too many, the one that has waited longest for
// a request gives way. If none does, what is beyond the total waits, and what is beyond
// an address's share is closed. The server has to report states to note.
type connections struct {
	net.Listener
	most, ofAddress int
	closed          chan struct{}
	close           func() error
	room            chan struct{} // filled when there may be room again

	mu   sync.Mutex // guards the rest
	open int
	from map[netip.Prefix]int
	idle list.List // of *connection, the one that has waited longest in front
}

func newConnections(l net.Listener, most, ofAddress int) *connections {
	c := &connections{
		Listener: l, most: most, ofAddress: ofAddress, closed: make(chan struct{}), room: make(chan struct{}, 1),
		from: make(map[netip.Prefix]int),
	}
	c.close = sync.OnceValue(func() error {
		close(c.closed)
		return l.Close()
	})
	return c
}

// Accept implements [net.Listener].
func (c *connections) Accept() (net.Conn, error) {
	for {
		conn, err := c.Listener.Accept()
		if err != nil {
			return nil, err
		}
		one := &connection{Conn: conn, of: c, from: addressOf(conn)}
		one.leave = sync.OnceFunc(func() { c.drop(one) })
		if c.admit(one) {
			return one, nil
		}
		_ = conn.Close()
	}
}

// Close implements [net.Listener]. It may be called more than once.
func (c *connections) Close() error { return c.close() }

// admit counts a connection once there is room for it, and reports whether there is.
func (c *connections) admit(one *connection) bool {
	for {
		crowded, oldest, ok := c.try(one)
		switch {
		case ok:
			return true
		case oldest != nil:
			_ = oldest.Close()
		case crowded:
			return false
		default:
			select {
			case <-c.room:
			case <-c.closed:
				return false
			}
		}
	}
}

// try counts a connection if there is room for it. Else it tells whether that is for
// its address, and which other may give way.
func (c *connections) try(one *connection) (crowded bool, oldest *connection, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	crowded = one.from.IsValid() && c.from[one.from] >= c.ofAddress
	if !crowded && c.open < c.most {
		c.open++
		c.from[one.from]++
		return false, nil, true
	}
	for e := c.idle.Front(); e != nil; e = e.Next() {
		if other := e.Value.(*connection); !crowded || other.from == one.from {
			return crowded, other, false
		}
	}
	return crowded, nil, false
}

// drop counts a connection no more.
func (c *connections) drop(one *connection) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open--
	if c.from[one.from]--; c.from[one.from] == 0 {
		delete(c.from, one.from)
	}
	one.gone = true
	c.rests(one, false)
	c.wake()
}

// note takes in what a connection does, as [http.Server.ConnState]. One that has begun
// a request counts as waiting for it until the headers are complete.
func (c *connections) note(conn net.Conn, state http.ConnState) {
	one, ok := conn.(*connection)
	if !ok {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if waits := state == http.StateNew || state == http.StateIdle; waits {
		c.rests(one, true)
		c.wake()
	} else {
		c.rests(one, false)
	}
}

// rests has a connection wait for a request or not, with the lock held.
func (c *connections) rests(one *connection, does bool) {
	switch {
	case does && one.place == nil && !one.gone:
		one.place = c.idle.PushBack(one)
	case !does && one.place != nil:
		c.idle.Remove(one.place)
		one.place = nil
	}
}

func (c *connections) wake() {
	select {
	case c.room <- struct{}{}:
	default: // somebody was told already
	}
}

// pressed reports whether a connection waits for a request while there is little room.
func (c *connections) pressed(one *connection) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return one.place != nil && c.open > c.most-c.most/4
}

// connection is one of connections.
type connection struct {
	net.Conn
	of    *connections
	from  netip.Prefix  // invalid if it does not count
	place *list.Element // among those that wait for a request; nil for none
	gone  bool          // it does not count any more
	leave func()
}

// SetReadDeadline implements [net.Conn]. Where there is little room, it leaves a
// connection less time to wait for the next request.
func (c *connection) SetReadDeadline(t time.Time) error {
	if soon := time.Now().Add(shortIdleTimeout); t.After(soon) && c.of.pressed(c) {
		t = soon
	}
	return c.Conn.SetReadDeadline(t)
}

// Close implements [net.Conn].
func (c *connection) Close() error {
	defer c.leave()
	return c.Conn.Close()
}

// addressOf is who a connection counts for: an address, or all of a network that one
// customer usually has. Behind a proxy everything comes from it, so that a private
// address counts for nobody.
func addressOf(conn net.Conn) netip.Prefix {
	tcp, ok := conn.RemoteAddr().(*net.TCPAddr)
	if !ok {
		return netip.Prefix{}
	}
	address := tcp.AddrPort().Addr().Unmap().WithZone("")
	if !address.IsGlobalUnicast() || address.IsPrivate() {
		return netip.Prefix{}
	}
	bits := 32
	if address.Is6() {
		bits = 64
	}
	prefix, _ := address.Prefix(bits) // so many bits are never too many
	return prefix
}
