package slack

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	slackapi "github.com/slack-go/slack"

	"othellobot/adapters/internal/exchange"
)

// Base URLs of the Web API for Slack and for GovSlack, https://docs.slack.dev/govslack.
const (
	defaultAPIURL = "https://slack.com/api/"
	govAPIURL     = "https://slack-gov.com/api/"
)

// siteOf returns Slack's website for a base URL of the Web API, and the host of the response
// addresses. The host is empty if the base URL is not one of Slack's.
func siteOf(api string) (site, hooks string) {
	switch api {
	case defaultAPIURL:
		return "https://slack.com", "hooks.slack.com"
	case govAPIURL:
		return "https://slack-gov.com", "hooks.slack-gov.com"
	default:
		return "https://slack.com", ""
	}
}

const (
	attemptTime = 10 * time.Second // limits one call
	maxConns    = 64               // limits the connections to one host
	untimed     = 30 * time.Second // wait after a 429 that gives no time
	maxAnswer   = 1 << 20          // limits the bytes read from an answer
)

func transport(given http.RoundTripper, n Network) http.RoundTripper {
	if given != nil {
		return given
	}
	t := n.Transport()
	t.MaxIdleConnsPerHost, t.MaxConnsPerHost = maxConns, maxConns
	return t
}

func newHTTPClient(way http.RoundTripper) *http.Client {
	return &http.Client{
		Transport: way, Timeout: attemptTime,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

func fetch(client *http.Client, r *http.Request) ([]byte, error) {
	response, err := client.Do(r)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	switch {
	case response.StatusCode == http.StatusTooManyRequests:
		wait, known := exchange.RetryAfter(response.Header)
		if !known {
			wait = untimed
		}
		return nil, &slackapi.RateLimitedError{RetryAfter: wait}
	case response.StatusCode != http.StatusOK:
		return nil, slackapi.StatusCodeError{Code: response.StatusCode, Status: response.Status}
	case err != nil:
		return nil, &url.Error{Op: r.Method, URL: r.URL.Host, Err: err}
	default:
		return text, nil
	}
}

// web is a client of the Web API. It replaces slack-go's client, which lacks client_msg_id and spends
// a third of a move's processor time on decoding the message that Slack echoes.
type web struct {
	base string
	http *http.Client
}

const formType = "application/x-www-form-urlencoded"

// call calls a method and decodes Slack's answer into answer, which may be nil. The token may be
// empty.
func (w web) call(ctx context.Context, token, method string, arguments url.Values, answer any) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, w.base+method, strings.NewReader(arguments.Encode()))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", formType)
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	text, err := fetch(w.http, r)
	if err != nil {
		return err
	}
	var verdict slackapi.SlackResponse
	if err := json.Unmarshal(text, &verdict); err != nil {
		return err
	}
	if err := verdict.Err(); err != nil || answer == nil {
		return err
	}
	return json.Unmarshal(text, answer)
}

// response is the body of a request to a response address,
// https://docs.slack.dev/interactivity/handling-user-interaction#message_responses.
type response struct {
	ResponseType    string `json:"response_type,omitempty"`
	ReplaceOriginal bool   `json:"replace_original"`
	ThreadTS        string `json:"thread_ts,omitempty"`
	payload
}

const (
	ephemeral = "ephemeral"
	inChannel = "in_channel"
)

// trusts reports whether a response may be sent to an address. The address must be at Slack's host for
// responses. If another server replaces the Web API, it must be at that server.
func (w web) trusts(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.User != nil {
		return false
	}
	if _, host := siteOf(w.base); host != "" {
		return u.Scheme == "https" && u.Host == host
	}
	base, err := url.Parse(w.base)
	return err == nil && u.Scheme == base.Scheme && strings.EqualFold(u.Host, base.Host)
}
