package store

import (
	"strings"
	"syscall"
)

// tcpUserTimeout is TCP_USER_TIMEOUT (tcp(7)).
const tcpUserTimeout = 18

// limitSilence has the system end a connection when what was sent on it is not
// received for too long.
func limitSilence(network, _ string, conn syscall.RawConn) error {
	if !strings.HasPrefix(network, "tcp") {
		return nil
	}
	var failure error
	err := conn.Control(func(fd uintptr) {
		failure = syscall.SetsockoptInt(int(fd), syscall.IPPROTO_TCP, tcpUserTimeout, int(silenceTimeout.Milliseconds()))
	})
	if err != nil {
		return err
	}
	return failure
}
