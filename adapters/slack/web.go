package slack

import (
	"math"
	"net/http"
	"net/url"
	"strconv"
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
func transport(given http.RoundTripper, n Network) http.RoundTripper {
	if given != nil {
		return given
	}
	t := n.Transport()
	t.MaxIdleConnsPerHost, t.MaxConnsPerHost = maxConns, maxConns
	return t
}

// untimed is the wait after a 429 that names no time.
const untimed = 30 * time.Second

// timed is a [http.RoundTripper] that has each 429 name its time in seconds: slack-go takes one
// that does not for an error of another kind.
type timed struct{ next http.RoundTripper }

// RoundTrip implements [http.RoundTripper].
func (t timed) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := t.next.RoundTrip(r)
	if err == nil && response.StatusCode == http.StatusTooManyRequests {
		wait, known := exchange.RetryAfter(response.Header)
		if !known {
			wait = untimed
		}
		response.Header.Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	}
	return response, err
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
