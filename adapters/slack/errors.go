package slack

import (
	"errors"
	"net"
	"net/http"
	"net/url"
	"slices"

	slackapi "github.com/slack-go/slack"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
)

// errDead is Slack's answer to a revoked token. Calls with a token that Slack has refused fail with
// it.
var errDead = slackapi.SlackErrorResponse{Err: "token_revoked"}

// Reasons why a call was not made, or its result.
var (
	errHeld      = errors.New("slack: the rate limit would keep it waiting too long")
	errNoTurn    = errors.New("slack: earlier messages to the channel kept it waiting too long")
	errUsedUp    = errors.New("slack: the response address is used up")
	errNotSlacks = errors.New("slack: not a response address of Slack")
	errNoActor   = errors.New("slack: nobody to whisper to, or to open a thread for")
	errNoTrigger = errors.New("slack: nothing to open a view by")
	errBadRef    = errors.New("slack: not the name of a message")
	errGone      = errors.New("slack: the message is gone") // a user has deleted the message, and it is not restored
)

// Reasons why there is no token to call with.
var (
	errNotInstalled = errors.New("slack: the workspace has not installed the bot")
	errNotLoaded    = errors.New("slack: cannot load an installation")
	errNotReady     = errors.New("slack: it is not known yet who the bot is")
)

// Reasons why a delivery is not an action.
var (
	errUnread    = errors.New("slack: a delivery that the bot has not offered")
	errRawName   = errors.New("slack: a name that Slack has not resolved")
	errUserGroup = errors.New("slack: a group of users")
)

// codeOf returns Slack's code for an error, or "".
func codeOf(err error) string {
	if refused := (slackapi.SlackErrorResponse{}); errors.As(err, &refused) {
		return refused.Err
	}
	return ""
}

// has reports whether Slack answered with one of the error codes.
func has(err error, codes ...string) bool { return slices.Contains(codes, codeOf(err)) }

// isDead reports whether Slack no longer accepts a token.
func isDead(err error) bool {
	return has(err, "invalid_auth", "not_authed", "account_inactive", "token_revoked", "token_expired")
}

// isTheirs reports whether Slack's servers failed. Such a call may still have had an effect,
// https://docs.slack.dev/reference/methods/chat.postMessage#errors.
func isTheirs(err error) bool {
	return has(err, "internal_error", "service_unavailable", "fatal_error", "request_timeout")
}

// isGone reports whether a message can no longer be changed.
func isGone(err error) bool {
	return has(err, "message_not_found", "cant_update_message", "cant_delete_message", "edit_window_closed")
}

// callError is the reason why a call failed. It omits the called address and the sent data, which
// hold tokens.
type callError struct{ what string }

func (e *callError) Error() string { return "slack: " + e.what }

// plain returns an error that can be logged without exposing secrets.
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
	case exchange.SurelyUnsent(err) && errors.As(err, &tried):
		return &callError{"no connection: " + tried.Error()} // names the host, but no path
	case errors.As(err, &failed):
		return &callError{"no connection"}
	default:
		return err
	}
}

// doubtful returns the earlier of two attempts' errors if only the earlier attempt may have arrived,
// otherwise the later one.
func doubtful(earlier, later error) error {
	if fateOf(earlier) == chat.Unknown && fateOf(later) == chat.Unsent {
		return earlier
	}
	return later
}

// fateOf returns the fate of a message whose call returned err.
func fateOf(err error) chat.Fate {
	status := slackapi.StatusCodeError{}
	switch {
	case err == nil:
		return chat.Out
	case errors.Is(err, errGone):
		return chat.Gone
	case errors.Is(err, errHeld), errors.Is(err, errNoTurn), errors.Is(err, errNotReady), errors.Is(err, errNotLoaded),
		errors.Is(err, errUsedUp), errors.Is(err, errNotSlacks), exchange.SurelyUnsent(err):
		return chat.Unsent
	case isTheirs(err):
		return chat.Unknown
	case codeOf(err) != "", errors.Is(err, errNotInstalled), errors.Is(err, errBadRef), errors.Is(err, errNoActor):
		return chat.Dormant
	case errors.As(err, &status) && status.Code < 500:
		return chat.Unsent
	default:
		return chat.Unknown
	}
}
