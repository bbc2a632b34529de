package gateway

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"strings"
	"syscall"
	"testing"
)

func TestAdvice(t *testing.T) {
	tests := []struct {
		code int
		says string
	}{
		{401, "check DISCORD_TOKEN"},
		{4004, "check DISCORD_TOKEN"},
		{4010, "stop all processes"},
		{4011, "stop all processes"},
		{4012, "update the bot"},
		{4013, "intents"},
		{4014, "intents"},
	}
	for _, test := range tests {
		got := (&RefusedError{Code: test.code}).Error()
		if !strings.Contains(got, test.says) || !strings.Contains(got, fmt.Sprint(test.code)) {
			t.Errorf("%d: %q does not say %q", test.code, got, test.says)
		}
	}
}

func TestReason(t *testing.T) {
	refused := &net.OpError{Op: "dial", Net: "tcp", Addr: &net.TCPAddr{IP: net.IPv4(192, 0, 2, 1), Port: 443}, Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}
	tests := []struct {
		err  error
		want string
	}{
		{errors.New("plain"), "plain"},
		{refused, "connect: connection refused"},
		{fmt.Errorf("ask: %w", &url.Error{Op: "Get", URL: "https://discord.example/", Err: refused}), "connect: connection refused"},
		{&net.OpError{Op: "dial", Err: &net.DNSError{Err: "no such host", Name: "gateway.example"}}, "no such host"},
	}
	for _, test := range tests {
		if got := reason(test.err); got != test.want {
			t.Errorf("%v: %q, want %q", test.err, got, test.want)
		}
	}
}
