package gateway

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"sync"
	"time"
)

// writeWithin is how long the network may take for something that discordgo says.
// discordgo itself would wait for ever and could not be ended.
const writeWithin = 10 * time.Second

// Codes that stand for a connection that ended without one,
// https://datatracker.ietf.org/doc/html/rfc6455#section-7.4.1.
const (
	closedWithoutCode = 1005 // there was a goodbye
	closedAbnormally  = 1006 // there was none
)

// link is the network under one session. It is the [net.Conn] that discordgo
// reads and writes, and watches what passes. When Discord wants the session to
// end, discordgo sees a lost connection and nothing else.
type link struct {
	net.Conn // to Discord; set once open has succeeded

	dial     func(ctx context.Context, network, addr string) (net.Conn, error)
	roots    *x509.CertPool
	log      *slog.Logger
	identify func() // called once, right before discordgo identifies

	ctx   context.Context         // done when the link has ended; its cause says why
	end   context.CancelCauseFunc // the first cause counts
	ready chan struct{}           // closed when READY has come
	acked chan struct{}           // holds a value when Discord has heard a heartbeat

	// Of the one goroutine that reads at a time.
	upgraded bool
	frames   frames
	out      []byte        // read, but not yet by discordgo
	interval time.Duration // between heartbeats; 0 before hello. Others may look after READY
	once     sync.Once     // closes ready

	writing sync.Mutex // frames stay whole
}

// open connects, with TLS if secure, for as long as the link lives.
func (l *link) open(network, addr string, secure bool) (net.Conn, error) {
	conn, err := l.dial(l.ctx, network, addr)
	if err != nil {
		l.end(&lossError{Reason: "dial: " + reason(err)})
		return nil, err
	}
	context.AfterFunc(l.ctx, func() { conn.Close() })
	if secure {
		host, _, _ := net.SplitHostPort(addr)
		client := tls.Client(conn, &tls.Config{ServerName: host, RootCAs: l.roots, MinVersion: tls.VersionTLS12})
		if err := client.HandshakeContext(l.ctx); err != nil {
			l.end(&lossError{Reason: "handshake: " + reason(err)})
			return nil, err
		}
		conn = client
	}
	l.Conn = conn
	l.frames.in = bufio.NewReader(conn)
	return l, nil
}

// Read gives what discordgo may see of what Discord says.
func (l *link) Read(p []byte) (int, error) {
	for len(l.out) == 0 {
		if err := l.advance(); err != nil {
			l.end(lossOf(err))
			return 0, io.ErrUnexpectedEOF
		}
	}
	n := copy(p, l.out)
	l.out = l.out[n:]
	return n, nil
}

// advance reads the next message and puts into out what discordgo may see of it.
func (l *link) advance() (err error) {
	if !l.upgraded {
		l.upgraded = true
		l.out, err = readUpgrade(l.frames.in)
		return err
	}
	opcode, payload, err := l.frames.next()
	if err != nil {
		return err
	}
	switch opcode {
	case frameText:
		text, err := l.received(payload)
		if len(text) > 0 {
			l.out = appendFrame(nil, frameText, text)
		}
		return err
	case framePing:
		l.out = appendFrame(nil, framePing, payload)
	case frameClose:
		code := closedWithoutCode
		if len(payload) >= 2 {
			code = int(payload[0])<<8 | int(payload[1])
		}
		if refuses(code) {
			return &RefusedError{Code: code}
		}
		return &lossError{Reason: "closed by Discord", Code: code}
	}
	return nil
}

// Write sends what discordgo says, a whole frame at a time.
func (l *link) Write(p []byte) (int, error) {
	l.writing.Lock()
	defer l.writing.Unlock()
	if err := l.Conn.SetWriteDeadline(time.Now().Add(writeWithin)); err != nil {
		return 0, fmt.Errorf("gateway: %w", err)
	}
	n, err := l.Conn.Write(p)
	if err != nil {
		l.end(lossOf(err))
	}
	return n, err
}

// Close ends the link. It never waits, unlike the end of TLS.
func (l *link) Close() error {
	l.end(&lossError{Reason: "session ended"})
	return nil
}

// goodbye tells Discord that a session that was READY ends on purpose, so that the
// bot is shown as offline at once.
func (l *link) goodbye() {
	select {
	case <-l.ready:
	default:
		return
	}
	if !l.writing.TryLock() {
		return // a write hangs: nobody is listening
	}
	defer l.writing.Unlock()
	if l.Conn.SetWriteDeadline(time.Now().Add(time.Second)) == nil {
		l.Conn.Write([]byte{frameFinal | frameClose, 0x80 | 2, 0, 0, 0, 0, 1000 >> 8, 1000 & 0xFF}) // masked with zeros
	}
}

// lossOf gives the reason for the end of a link whose network gave err.
func lossOf(err error) error {
	var loss *lossError
	if errors.As(err, &loss) || isRefused(err) {
		return err
	}
	return &lossError{Reason: "connection lost: " + reason(err), Code: closedAbnormally}
}
