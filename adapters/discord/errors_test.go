package discord

import (
	"context"
	"errors"
	"net"
	"net/url"
	"testing"

	"othellobot/adapters/internal/exchange"
)

// The log shows which host was unreachable and why, and no part of the request.
func TestNoConnectionNamesTheHost(t *testing.T) {
	lost := &net.OpError{Op: "dial", Net: "tcp", Err: &net.DNSError{Err: "no such host", Name: "discord.com"}}
	for err, want := range map[error]string{
		&url.Error{Op: "Post", URL: "https://discord.com/api/v10/webhooks/1/secret", Err: lost}:                                               "discord: no connection: dial tcp: lookup discord.com: no such host",
		&url.Error{Op: "Post", URL: "https://discord.com/api/v10/webhooks/1/secret", Err: &net.OpError{Op: "read", Err: errors.New("reset")}}: "discord: no answer, or none in time",
		exchange.ErrBroken: exchange.ErrBroken.Error(),
	} {
		if got := scrubbed(err); got.Error() != want || errors.Is(got, context.DeadlineExceeded) {
			t.Errorf("%v becomes %v, want %s", err, got, want)
		}
	}
	if got := scrubbed(lost); !errors.Is(got, errNoConnection) {
		t.Errorf("%v matches no known error", got)
	}
}
