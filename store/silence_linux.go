package store

import (
	"errors"
	"strings"
	"syscall"
)

const tcpUserTimeout = 18 // TCP_USER_TIMEOUT in tcp(7)

// limitSilence makes the system close a connection if sent data is not acknowledged within silenceTimeout.
func limitSilence(network, _ string, conn syscall.RawConn) error {
	if !strings.HasPrefix(network, "tcp") {
		return nil
	}
	var failure error
	err := conn.Control(func(fd uintptr) {
		failure = syscall.SetsockoptInt(int(fd), syscall.IPPROTO_TCP, tcpUserTimeout, int(silenceTimeout.Milliseconds()))
	})
	return errors.Join(err, failure)
}
