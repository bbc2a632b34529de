// Package webtest stands for the network in tests of servers, so that time can be a
// fake there.
//
// It must never be faster or slower than the one who reads: a connection holds
// nothing on its way.
package webtest

import (
	"net"
	"sync"
)

// Pipes is a listener without a network. It may be used concurrently.
type Pipes struct {
	conns  chan net.Conn
	closed chan struct{}
	once   sync.Once
}

// NewPipes makes a listener to which nobody has connected.
func NewPipes() *Pipes { return &Pipes{conns: make(chan net.Conn), closed: make(chan struct{})} }

// Accept implements [net.Listener].
func (p *Pipes) Accept() (net.Conn, error) {
	select {
	case conn := <-p.conns:
		return conn, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

// Close implements [net.Listener]. It may be called more than once.
func (p *Pipes) Close() error {
	p.once.Do(func() { close(p.closed) })
	return nil
}

// Addr implements [net.Listener].
func (p *Pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipes", Net: "unix"} }

// Dial connects to the listener, and waits until that accepts. It fails with
// [net.ErrClosed] after the end.
func (p *Pipes) Dial() (net.Conn, error) {
	ours, theirs := net.Pipe()
	select {
	case p.conns <- theirs:
		return ours, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}
