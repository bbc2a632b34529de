package storetest

import (
	"net"
	"sync"
	"testing"
)

// Silent returns a URL that reaches a PostgreSQL server through a proxy. While silence is locked,
// connections stay open, but nothing passes. It must be unlocked before the test ends.
func Silent(t testing.TB, through string) (address string, silence sync.Locker) {
	t.Helper()
	var passes sync.RWMutex
	pass := func(to, from net.Conn) {
		defer to.Close()
		buffer := make([]byte, 1<<14)
		for {
			n, err := from.Read(buffer)
			if err != nil {
				return
			}
			passes.RLock()
			_, err = to.Write(buffer[:n])
			passes.RUnlock()
			if err != nil {
				return
			}
		}
	}
	return Proxied(t, through, func(client, server net.Conn) {
		go pass(client, server)
		pass(server, client)
	}), &passes
}

// Proxied returns a URL that reaches a PostgreSQL server through a proxy. The proxy calls serve for each
// client and closes both connections when serve returns.
func Proxied(t testing.TB, through string, serve func(client, server net.Conn)) string {
	t.Helper()
	var at server
	return startProxy(t, through, &at, func(client net.Conn) {
		to, err := at.dial()
		if err != nil {
			return
		}
		defer to.Close()
		serve(client, to)
	}).String()
}
