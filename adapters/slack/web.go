package slack

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	slackapi "github.com/slack-go/slack"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
)

// Base URLs of the Web API for Slack and for GovSlack, https://docs.slack.dev/govslack.
const (
	defaultAPIURL = "https://slack.com/api/"
	govAPIURL     = "https://slack-gov.com/api/"
)

// siteOf returns Slack's website and the host of response addresses. The host is "" if the API is not Slack's.
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
	formType       = "application/x-www-form-urlencoded"
	attemptTimeout = 10 * time.Second // limits one call
	maxConns       = 64               // limits the connections to one host
	untimedWait    = 30 * time.Second // wait after a 429 that gives no time
	maxAnswer      = 1 << 20          // limits the bytes read from an answer
)

func newHTTPClient(way http.RoundTripper) *http.Client {
	return &http.Client{
		Transport: way, Timeout: attemptTimeout,
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
			wait = untimedWait
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

// web is a client of the Web API. Slack-go's client lacks client_msg_id, and decodes the message that Slack
// echoes, which is slow.
type web struct {
	base string
	http *http.Client
}

// call calls a method and decodes Slack's answer into answer. The token may be empty, and answer nil.
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

// trusts reports whether an address is at Slack's host for responses or, if another server replaces the Web
// API, at that server.
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

var (
	errDeadToken = slackapi.SlackErrorResponse{Err: "token_revoked"} // returned for a skipped call, because Slack has refused its token
	errLimited   = errors.New("slack: the rate limit would keep it waiting too long")
	errNoTurn    = errors.New("slack: earlier messages to the channel kept it waiting too long")
	errUsedUp    = errors.New("slack: the response address is used up")
	errUntrusted = errors.New("slack: not a response address of Slack")
	errNoUser    = errors.New("slack: no user to whisper to or to open a thread for")
	errNoTrigger = errors.New("slack: nothing to open a view by")
	errBadRef    = errors.New("slack: not the name of a message")
	errGone      = errors.New("slack: the message is gone") // a user has deleted it

	// Reasons why there is no token to call with.
	errNotInstalled = errors.New("slack: the workspace has not installed the bot")
	errNotLoaded    = errors.New("slack: cannot load an installation")
	errNotReady     = errors.New("slack: it is not known yet who the bot is")

	// Reasons why a delivery is not an action.
	errNotUnderstood  = errors.New("slack: a delivery that the bot has not offered")
	errUnresolvedName = errors.New("slack: a name that Slack has not resolved")
	errUserGroup      = errors.New("slack: a group of users")
)

func codeOf(err error) string {
	if refused := (slackapi.SlackErrorResponse{}); errors.As(err, &refused) {
		return refused.Err
	}
	return ""
}

func hasCode(err error, codes ...string) bool { return slices.Contains(codes, codeOf(err)) }

func isDeadToken(err error) bool {
	return hasCode(err, "invalid_auth", "not_authed", "account_inactive", "token_revoked", "token_expired")
}

// isServerError reports whether Slack's servers failed. The call may still have had an effect,
// https://docs.slack.dev/reference/methods/chat.postMessage#errors.
func isServerError(err error) bool {
	return hasCode(err, "internal_error", "service_unavailable", "fatal_error", "request_timeout")
}

func isGone(err error) bool {
	return hasCode(err, "message_not_found", "cant_update_message", "cant_delete_message", "edit_window_closed")
}

// loggable returns an error that may be logged. Unlike err, it contains neither the path of the request
// nor the sent data, which include secrets.
func loggable(err error) error {
	limited, status, failed, tried := (*slackapi.RateLimitedError)(nil), slackapi.StatusCodeError{}, (*url.Error)(nil), (*net.OpError)(nil)
	switch {
	case err == nil:
		return nil
	case codeOf(err) != "":
		return errors.New("slack: " + codeOf(err))
	case errors.As(err, &limited):
		return errors.New("slack: rate limited")
	case errors.As(err, &status):
		return errors.New("slack: status " + http.StatusText(status.Code))
	case errors.Is(err, exchange.ErrBroken):
		return exchange.ErrBroken
	case errors.As(err, &failed) && failed.Timeout():
		return errors.New("slack: no answer in time")
	case exchange.SurelyUnsent(err) && errors.As(err, &tried):
		return errors.New("slack: no connection: " + tried.Error()) // names the host, but no path
	case errors.As(err, &failed):
		return errors.New("slack: no connection")
	default:
		return err
	}
}

// decisiveError returns the earlier attempt's error if only that attempt may have arrived, otherwise the
// later error. A later error that reports the message gone or duplicate always wins.
func decisiveError(earlier, later error) error {
	fate := fateOf(later)
	failed := fate == chat.NotDelivered || fate == chat.Dormant && !isGone(later) && !isDuplicate(later)
	if failed && fateOf(earlier) == chat.Unknown {
		return earlier
	}
	return later
}

func isDuplicate(err error) bool {
	return hasCode(err, "duplicate_message_not_found", "duplicate_channel_not_found")
}

func fateOf(err error) chat.Fate {
	status := slackapi.StatusCodeError{}
	switch {
	case err == nil:
		return chat.Delivered
	case errors.Is(err, errGone):
		return chat.Removed
	case errors.Is(err, errLimited), errors.Is(err, errNoTurn), errors.Is(err, errNotReady), errors.Is(err, errNotLoaded),
		errors.Is(err, errUsedUp), errors.Is(err, errUntrusted), exchange.SurelyUnsent(err):
		return chat.NotDelivered
	case isServerError(err):
		return chat.Unknown
	case codeOf(err) != "", errors.Is(err, errNotInstalled), errors.Is(err, errBadRef), errors.Is(err, errNoUser):
		return chat.Dormant
	case errors.As(err, &status) && status.Code < 500:
		return chat.NotDelivered
	default:
		return chat.Unknown
	}
}
