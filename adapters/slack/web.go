package slack

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	slackapi "github.com/slack-go/slack"
)

// defaultAPIURL is the base of Slack's Web API.
const defaultAPIURL = "https://slack.com/api/"

// responseHost is where Slack's response addresses are.
const responseHost = "hooks.slack.com"

// attemptTime is how long one call may take.
const attemptTime = 10 * time.Second

func newHTTPClient(transport http.RoundTripper) *http.Client {
	if transport == nil {
		t := http.DefaultTransport.(*http.Transport).Clone()
		t.MaxIdleConnsPerHost = 64
		transport = t
	}
	return &http.Client{
		Transport: withoutEcho{transport}, Timeout: attemptTime,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// client speaks the Web API with a token.
func (a *Adapter) client(token string, more ...slackapi.Option) *slackapi.Client {
	return slackapi.New(token, append(more, slackapi.OptionAPIURL(a.APIURL), slackapi.OptionHTTPClient(a.http))...)
}

// codeOf is Slack's word for an error, empty if it has none.
func codeOf(err error) string {
	if refused := (slackapi.SlackErrorResponse{}); errors.As(err, &refused) {
		return refused.Err
	}
	return ""
}

// has reports whether Slack gave one of these words for an error.
func has(err error, codes ...string) bool {
	code := codeOf(err)
	for _, c := range codes {
		if code == c {
			return true
		}
	}
	return false
}

// isDead reports whether Slack takes a token no longer.
func isDead(err error) bool {
	return has(err, "invalid_auth", "not_authed", "account_inactive", "token_revoked", "token_expired")
}

// callError is why a call failed, without the address that was called and what
// was sent, which hold tokens.
type callError struct{ what string }

func (e *callError) Error() string { return "slack: " + e.what }

// plain makes an error fit for a log.
func plain(err error) error {
	limited, status, failed := (*slackapi.RateLimitedError)(nil), slackapi.StatusCodeError{}, (*url.Error)(nil)
	switch {
	case err == nil:
		return nil
	case codeOf(err) != "":
		return &callError{codeOf(err)}
	case errors.As(err, &limited):
		return &callError{"rate limited"}
	case errors.As(err, &status):
		return &callError{"status " + http.StatusText(status.Code)}
	case errors.As(err, &failed) && failed.Timeout():
		return &callError{"no answer in time"}
	case errors.As(err, &failed):
		return &callError{"no connection"}
	default:
		return err
	}
}

// response is what is sent to a response address,
// https://docs.slack.dev/interactivity/handling-user-interaction#message_responses.
type response struct {
	ResponseType    string           `json:"response_type,omitempty"`
	ReplaceOriginal bool             `json:"replace_original"`
	DeleteOriginal  bool             `json:"delete_original,omitempty"`
	ThreadTS        string           `json:"thread_ts,omitempty"`
	Text            string           `json:"text"`
	Blocks          []slackapi.Block `json:"blocks,omitempty"`
}

// The kinds of response.
const (
	ephemeral = "ephemeral"
	inChannel = "in_channel"
)

var errNotSlacks = errors.New("slack: not a response address of Slack")

// respond sends to a response address, if it is one of Slack's.
func (a *Adapter) respond(ctx context.Context, address string, r response) error {
	if !a.trusts(address) {
		return errNotSlacks
	}
	body, err := json.Marshal(r)
	if err != nil {
		return err
	}
	return a.queues.do(ctx, "response "+address, func(ctx context.Context) error {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
		if err != nil {
			return errNotSlacks
		}
		req.Header.Set("Content-Type", "application/json")
		resp, err := a.http.Do(req)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		_, _ = io.Copy(io.Discard, io.LimitReader(resp.Body, 1<<16))
		switch {
		case resp.StatusCode == http.StatusOK:
			return nil
		case resp.StatusCode == http.StatusTooManyRequests:
			return &slackapi.RateLimitedError{RetryAfter: retryAfter(resp)}
		default:
			return slackapi.StatusCodeError{Code: resp.StatusCode, Status: resp.Status}
		}
	})
}

func retryAfter(resp *http.Response) time.Duration {
	seconds, err := time.ParseDuration(resp.Header.Get("Retry-After") + "s")
	if err != nil || seconds < 0 {
		return time.Second
	}
	return seconds
}

// trusts reports whether an address is where Slack takes responses: on its own
// host, or, if the Web API has another base, on exactly that.
func (a *Adapter) trusts(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.User != nil {
		return false
	}
	if a.APIURL == defaultAPIURL {
		return u.Scheme == "https" && u.Host == responseHost
	}
	base, err := url.Parse(a.APIURL)
	return err == nil && u.Scheme == base.Scheme && strings.EqualFold(u.Host, base.Host)
}
