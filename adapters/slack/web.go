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

// The bases of Slack's Web API: of Slack, and of Slack for governments,
// https://docs.slack.dev/govslack.
const (
	defaultAPIURL = "https://slack.com/api/"
	govAPIURL     = "https://slack-gov.com/api/"
)

// siteOf returns the site to which a base of the Web API belongs, and the host of the response
// addresses that come with it; that is empty for a base that is not Slack's own.
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

// authorizeURL is where an installation begins,
// https://docs.slack.dev/authentication/installing-with-oauth.
func authorizeURL(api string) string {
	site, _ := siteOf(api)
	return site + "/oauth/v2/authorize"
}

// attemptTime is how long one call may take.
const attemptTime = 10 * time.Second

// maxConns is how many connections there are to one host at most.
const maxConns = 64

// transport is the one given, or the usual one with a bound.
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

// untimed is the wait after a 429 that names no time.
const untimed = 30 * time.Second

// maxAnswer bounds the part of an answer that is read, in bytes.
const maxAnswer = 1 << 20

// fetch sends a request, and returns what is answered to it.
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

// web is the Web API.
type web struct {
	base string
	http *http.Client
}

// formType is the type of a body with arguments, which every method takes.
const formType = "application/x-www-form-urlencoded"

// call calls a method with a token, which may be empty, and decodes what is answered. slack-go
// would also decode the message that Slack repeats of each that it takes, which costs a third
// of all the work that a move makes, and has no argument client_msg_id.
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

// response is the body sent to a response address,
// https://docs.slack.dev/interactivity/handling-user-interaction#message_responses.
type response struct {
	ResponseType    string `json:"response_type,omitempty"`
	ReplaceOriginal bool   `json:"replace_original"`
	ThreadTS        string `json:"thread_ts,omitempty"`
	payload
}

// The kinds of response.
const (
	ephemeral = "ephemeral"
	inChannel = "in_channel"
)

// trusts reports whether an address is where Slack takes responses: on its own host, or,
// if the base of the Web API is not Slack's own, on exactly that.
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
