package slack

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	slackapi "github.com/slack-go/slack"

	"othellobot/adapters/internal/exchange"
)

// The bases of Slack's Web API: of Slack, and of Slack for governments,
// https://docs.slack.dev/govslack.
const (
	defaultAPIURL = "https://slack.com/api/"
	govAPIURL     = "https://slack-gov.com/api/"
)

// responseHost is where response addresses are that come with a base of the Web API;
// empty for a base that is not Slack's own.
func responseHost(api string) string {
	switch api {
	case defaultAPIURL:
		return "hooks.slack.com"
	case govAPIURL:
		return "hooks.slack-gov.com"
	default:
		return ""
	}
}

// siteOf is the site to which a base of the Web API belongs.
func siteOf(api string) string {
	if api == govAPIURL {
		return "https://slack-gov.com"
	}
	return "https://slack.com"
}

// authorizeURL is where an installation begins,
// https://docs.slack.dev/authentication/installing-with-oauth.
func authorizeURL(api string) string { return siteOf(api) + "/oauth/v2/authorize" }

// attemptTime is how long one call may take.
const attemptTime = 10 * time.Second

// maxConns is how many connections there are to one host at most.
const maxConns = 64

// transport is the one given, or the usual one with a bound.
func transport(given http.RoundTripper) http.RoundTripper {
	if given != nil {
		return given
	}
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConnsPerHost, t.MaxConnsPerHost = maxConns, maxConns
	return t
}

func newHTTPClient(way http.RoundTripper) *http.Client {
	return &http.Client{
		Transport: way, Timeout: attemptTime,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// web is the Web API.
type web struct {
	base string
	http *http.Client
}

// client speaks the Web API with a token.
func (w web) client(token string, more ...slackapi.Option) *slackapi.Client {
	return slackapi.New(token, append(more, slackapi.OptionAPIURL(w.base), slackapi.OptionHTTPClient(w.http))...)
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
	limited, status, failed, tried := (*slackapi.RateLimitedError)(nil), slackapi.StatusCodeError{}, (*url.Error)(nil), (*net.OpError)(nil)
	switch {
	case err == nil:
		return nil
	case codeOf(err) != "":
		return &callError{codeOf(err)}
	case errors.As(err, &limited):
		return &callError{"rate limited"}
	case errors.As(err, &status):
		return &callError{"status " + http.StatusText(status.Code)}
	case errors.Is(err, exchange.ErrBroken):
		return exchange.ErrBroken
	case errors.As(err, &failed) && failed.Timeout():
		return &callError{"no answer in time"}
	case errors.As(err, &tried) && tried.Op == "dial":
		return &callError{"no connection: " + tried.Error()} // it names the host, and no path
	case errors.As(err, &failed):
		return &callError{"no connection"}
	default:
		return err
	}
}

// response is the body sent to a response address,
// https://docs.slack.dev/interactivity/handling-user-interaction#message_responses.
type response struct {
	ResponseType    string           `json:"response_type,omitempty"`
	ReplaceOriginal bool             `json:"replace_original"`
	DeleteOriginal  bool             `json:"delete_original,omitempty"`
	ThreadTS        string           `json:"thread_ts,omitempty"`
	Text            string           `json:"text"`
	Blocks          []slackapi.Block `json:"blocks,omitempty"`
	bare            []slackapi.Block // as of a payload
}

// The kinds of response.
const (
	ephemeral = "ephemeral"
	inChannel = "in_channel"
)

var errNotSlacks = errors.New("slack: not a response address of Slack")

// respond sends to a response address, if it is one of Slack's.
func (a *Adapter) respond(ctx context.Context, address string, r response) error {
	if !a.web.trusts(address) {
		return errNotSlacks
	}
	body, err := json.Marshal(r)
	if err != nil {
		return err
	}
	again := ifUnsent
	if r.ReplaceOriginal {
		again = always
	}
	return a.queues.do(ctx, "response "+address, again, func(ctx context.Context) error {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
		if err != nil {
			return errNotSlacks
		}
		req.Header.Set("Content-Type", "application/json")
		resp, err := a.hooks.Do(req)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		said, _ := io.ReadAll(io.LimitReader(resp.Body, 1<<16))
		switch refused := refusalIn(said); {
		case resp.StatusCode == http.StatusOK && refused != "":
			return slackapi.SlackErrorResponse{Err: refused}
		case resp.StatusCode == http.StatusOK:
			return nil
		case resp.StatusCode == http.StatusTooManyRequests:
			return &slackapi.RateLimitedError{RetryAfter: retryAfter(resp)}
		default:
			return slackapi.StatusCodeError{Code: resp.StatusCode, Status: resp.Status}
		}
	})
}

// refusalIn is Slack's word for an error in what a response address answers, empty if there
// is none: mostly the answer is no JSON, but the text "ok".
func refusalIn(said []byte) string {
	var answer struct {
		OK    bool   `json:"ok"`
		Error string `json:"error"`
	}
	if json.Unmarshal(said, &answer) != nil || answer.OK {
		return ""
	}
	return answer.Error
}

func retryAfter(resp *http.Response) time.Duration {
	seconds, err := time.ParseDuration(resp.Header.Get("Retry-After") + "s")
	if err != nil || seconds < 0 {
		return time.Second
	}
	return seconds
}

// trusts reports whether an address is where Slack takes responses: on its own host, or,
// if the base of the Web API is not Slack's own, on exactly that.
func (w web) trusts(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.User != nil {
		return false
	}
	if host := responseHost(w.base); host != "" {
		return u.Scheme == "https" && u.Host == host
	}
	base, err := url.Parse(w.base)
	return err == nil && u.Scheme == base.Scheme && strings.EqualFold(u.Host, base.Host)
}
