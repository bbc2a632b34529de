package web

import (
	"net"
	"sync"
)

// bounded is a listener that has at most so many connections open at a time.
// Those beyond wait in the system's queue.
type bounded struct {
	net.Listener
	room   chan struct{} // holds an entry for each open connection
	closed chan struct{}
	close  func() error
}

func newBounded(l net.Listener, most int) *bounded {
	b := &bounded{Listener: l, room: make(chan struct{}, most), closed: make(chan struct{})}
	b.close = sync.OnceValue(func() error {
		close(b.closed)
		return l.Close()
	})
	return b
}

// Accept implements [net.Listener].
func (b *bounded) Accept() (net.Conn, error) {
	select {
	case b.room <- struct{}{}:
	case <-b.closed:
		return nil, net.ErrClosed
	}
	conn, err := b.Listener.Accept()
	if err != nil {
		<-b.room
		return nil, err
	}
	return &counted{Conn: conn, leave: sync.OnceFunc(func() { <-b.room })}, nil
}

// Close implements [net.Listener]. It may be called more than once.
func (b *bounded) Close() error { return b.close() }

// counted is a connection that makes room when it is closed.
type counted struct {
	net.Conn
	leave func()
}

// Close implements [net.Conn].
func (c *counted) Close() error {
	defer c.leave()
	return c.Conn.Close()
}
