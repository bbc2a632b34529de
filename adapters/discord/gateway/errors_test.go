package gateway

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/bwmarrin/discordgo"
)

func TestAdvice(t *testing.T) {
	tests := []struct {
		code int
		says string
	}{
		{401, "check DISCORD_TOKEN"},
		{4004, "check DISCORD_TOKEN"},
		{4010, "check DISCORD_SHARDS"},
		{4011, "set DISCORD_SHARDS"},
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

// TestNoRequests sees that a session can ask nobody anything.
func TestNoRequests(t *testing.T) {
	l := newTestLink(nil)
	s, err := newSession("secret", 0, 1, l, "wss://gateway.example")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := s.Gateway(); err != nil || got != "wss://gateway.example/" {
		t.Errorf("the gateway is at %q: %v", got, err)
	}
	for _, ask := range []struct{ method, url string }{{"POST", discordgo.EndpointGateway}, {"GET", discordgo.EndpointGatewayBot}, {"GET", "https://discord.example/"}} {
		r, err := http.NewRequest(ask.method, ask.url, nil)
		if err != nil {
			t.Fatal(err)
		}
		if answer, err := s.Client.Do(r); err == nil {
			answer.Body.Close()
			t.Errorf("%s %s was answered", ask.method, ask.url)
		}
	}
}
