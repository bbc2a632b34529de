package store

import (
	"net"
	"syscall"
	"testing"
)

func TestSilenceIsLimited(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	noError(t, err)
	defer listener.Close()
	conn, err := dialer().DialContext(t.Context(), "tcp", listener.Addr().String())
	noError(t, err)
	defer conn.Close()
	raw, err := conn.(*net.TCPConn).SyscallConn()
	noError(t, err)
	for what, c := range map[string]struct{ level, option, want int }{
		"TCP_USER_TIMEOUT": {syscall.IPPROTO_TCP, tcpUserTimeout, 5000},
		"SO_KEEPALIVE":     {syscall.SOL_SOCKET, syscall.SO_KEEPALIVE, 1},
		"TCP_KEEPIDLE":     {syscall.IPPROTO_TCP, syscall.TCP_KEEPIDLE, 5},
		"TCP_KEEPINTVL":    {syscall.IPPROTO_TCP, syscall.TCP_KEEPINTVL, 1},
		"TCP_KEEPCNT":      {syscall.IPPROTO_TCP, syscall.TCP_KEEPCNT, 3},
	} {
		var got int
		var failure error
		err := raw.Control(func(fd uintptr) { got, failure = syscall.GetsockoptInt(int(fd), c.level, c.option) })
		if got != c.want || failure != nil || err != nil {
			t.Errorf("%s is %d, %v, %v; want %d", what, got, failure, err, c.want)
		}
	}
}
