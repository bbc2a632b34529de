package store

import (
	"strings"
	"syscall"
)

// tcpUserTimeout is the socket option TCP_USER_TIMEOUT (tcp(7)).
const tcpUserTimeout = 18

// limitSilence makes the system end a connection if sent data is not acknowledged within
// silenceTimeout.
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
