package slack

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	slackapi "github.com/slack-go/slack"

	"othellobot/chat"
)

// Responses are sent only to Slack, or to exactly the server that replaces it.
func TestTrustedAddresses(t *testing.T) {
	slack, proxy := New(Config{}), New(Config{APIURL: "https://proxy.example:8443/api/"})
	gov := New(Config{APIURL: "https://slack-gov.com/api/"})
	for _, c := range []struct {
		by      *Adapter
		address string
		want    bool
	}{
		{slack, "https://hooks.slack.com/commands/T1/1/x", true},
		{slack, "http://hooks.slack.com/x", false},
		{slack, "https://hooks.slack.com:443/x", false},
		{slack, "https://hooks.slack.com.evil.example/x", false},
		{slack, "https://hooks.slack.com@evil.example/x", false},
		{slack, `https://evil.example\@hooks.slack.com/`, false},
		{slack, "hooks.slack.com/x", false},
		{slack, "\x00https://hooks.slack.com/", false},
		{slack, "https://hooks\u3002slack.com/x", false},
		{gov, "https://hooks.slack-gov.com/commands/1", true},
		{proxy, "https://proxy.example:8443/commands/1", true},
		{proxy, "http://proxy.example:8443/commands/1", false},
		{proxy, "https://hooks.slack.com/commands/1", false},
	} {
		if got := c.by.web.trusts(c.address); got != c.want {
			t.Errorf("with %s, %q is trusted: %t", c.by.web.base, c.address, got)
		}
	}
}

type network func(*http.Request) (*http.Response, error)

func (n network) RoundTrip(r *http.Request) (*http.Response, error) { return n(r) }

func replied(status int, header ...string) *http.Response {
	r := &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("{}"))}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	return r
}

func TestNoRedirects(t *testing.T) {
	var asked []string
	a := New(Config{Transport: network(func(r *http.Request) (*http.Response, error) {
		if asked = append(asked, r.URL.String()); len(asked) > 3 {
			return replied(http.StatusOK), nil
		}
		return replied(http.StatusTemporaryRedirect, "Location", "https://evil.example/"), nil
	})})
	err := a.respond(t.Context(), "https://hooks.slack.com/commands/1", response{payload: payload{Text: "x"}})
	if err == nil || len(asked) != 1 {
		t.Errorf("%v after asking %q", err, asked)
	}
	if err := a.respond(t.Context(), "https://evil.example/", response{payload: payload{Text: "x"}}); !errors.Is(err, errUntrusted) || len(asked) != 1 {
		t.Errorf("%v after asking %q", err, asked)
	}
}

// limitedOnce returns an adapter whose first request is answered with a 429, and a counter of its
// requests.
func limitedOnce(retryAfter string) (a *Adapter, requests *int) {
	requests = new(int)
	return New(Config{Transport: network(func(*http.Request) (*http.Response, error) {
		if *requests++; *requests == 1 {
			return replied(http.StatusTooManyRequests, "Retry-After", retryAfter), nil
		}
		return replied(http.StatusOK), nil
	})}), requests
}

// During a long limit the adapter makes no limited call, and such a call counts as unsent.
func TestLongLimits(t *testing.T) {
	for header, want := range map[string]time.Duration{"3600": time.Hour, "6.5": 6500 * time.Millisecond, "": untimedWait} {
		synctest.Test(t, func(t *testing.T) {
			a, n := limitedOnce(header)
			call := func() error {
				return a.call(t.Context(), install{Token: "xoxb"}, "chat.postMessage", ifUnsent, url.Values{"channel": {"C1"}}, nil)
			}
			for _, wait := range []time.Duration{0, want - maxWait - time.Second} {
				time.Sleep(wait)
				if err := call(); !errors.Is(err, errLimited) || fateOf(err) != chat.NotDelivered || *n != 1 {
					t.Errorf("Retry-After %q: after %v %v, and %d requests", header, wait, err, *n)
				}
			}
			time.Sleep(maxWait + time.Second)
			if err := call(); err != nil || *n != 2 {
				t.Errorf("Retry-After %q: after %v %v, and %d requests", header, want, err, *n)
			}
		})
	}
}

// Errors name the failure, but neither the address nor the sent data.
func TestLoggableErrors(t *testing.T) {
	const secret = "https://hooks.slack.com/commands/T1/secret"
	post := func(err error) error { return &url.Error{Op: "Post", URL: secret, Err: err} }
	for _, c := range []struct {
		err  error
		want string
	}{
		{slackapi.SlackErrorResponse{Err: "channel_not_found"}, "slack: channel_not_found"},
		{&slackapi.RateLimitedError{RetryAfter: time.Second}, "slack: rate limited"},
		{slackapi.StatusCodeError{Code: 503, Status: secret}, "slack: status Service Unavailable"},
		{post(&net.OpError{Op: "dial", Net: "tcp", Err: &net.DNSError{Err: "no such host", Name: "slack.com"}}), "slack: no connection: dial tcp: lookup slack.com: no such host"},
		{post(context.DeadlineExceeded), "slack: no answer in time"},
		{errUsedUp, errUsedUp.Error()},
	} {
		if got := loggable(c.err); got.Error() != c.want {
			t.Errorf("%v becomes %q, want %q", c.err, got, c.want)
		}
	}
	if loggable(nil) != nil {
		t.Error("nothing becomes an error")
	}
}
