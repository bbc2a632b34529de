package fake

import (
	"context"
	"net"
	"sync"
)

// pipe is a listener in memory. Unlike a socket it blocks in a way that
// testing/synctest understands.
type pipe struct {
	address string
	conns   chan net.Conn
	closed  chan struct{}
	once    sync.Once
}

func newPipe(address string) *pipe {
	return &pipe{address: address, conns: make(chan net.Conn), closed: make(chan struct{})}
}

func (p *pipe) dial(ctx context.Context) (net.Conn, error) {
	near, far := net.Pipe()
	select {
	case p.conns <- far:
		return near, nil
	case <-p.closed:
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (p *pipe) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipe) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

func (p *pipe) Addr() net.Addr  { return p }
func (p *pipe) Network() string { return "pipe" }
func (p *pipe) String() string  { return p.address }
