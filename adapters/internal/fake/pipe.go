package fake

import (
	"context"
	"net"
	"sync"
)

// Pipe is an in-memory listener. Unlike on a socket, a goroutine that waits on it counts as blocked
// for testing/synctest.
type Pipe struct {
	address string
	conns   chan net.Conn
	closed  chan struct{}
	once    sync.Once
}

// NewPipe returns a listener with the given address.
func NewPipe(address string) *Pipe {
	return &Pipe{address: address, conns: make(chan net.Conn), closed: make(chan struct{})}
}

// Dial connects to the listener.
func (p *Pipe) Dial(ctx context.Context) (net.Conn, error) {
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

func (p *Pipe) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *Pipe) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

func (p *Pipe) Addr() net.Addr  { return p }
func (p *Pipe) Network() string { return "pipe" }
func (p *Pipe) String() string  { return p.address }
