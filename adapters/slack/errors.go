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

// errDead is returned for calls that the adapter skips because Slack has refused their token.
var errDead = slackapi.SlackErrorResponse{Err: "token_revoked"}

var (
	errHeld      = errors.New("slack: the rate limit would keep it waiting too long")
	errNoTurn    = errors.New("slack: earlier messages to the channel kept it waiting too long")
	errUsedUp    = errors.New("slack: the response address is used up")
	errNotSlacks = errors.New("slack: not a response address of Slack")
	errNoUser    = errors.New("slack: no user to whisper to or to open a thread for")
	errNoTrigger = errors.New("slack: nothing to open a view by")
	errBadRef    = errors.New("slack: not the name of a message")
	errGone      = errors.New("slack: the message is gone") // a user has deleted it
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

// codeOf returns the error code in Slack's answer, or "" if err is not an answer of Slack.
func codeOf(err error) string {
	if refused := (slackapi.SlackErrorResponse{}); errors.As(err, &refused) {
		return refused.Err
	}
	return ""
}

func has(err error, codes ...string) bool { return slices.Contains(codes, codeOf(err)) }

// isDead reports whether Slack refused the token.
func isDead(err error) bool {
	return has(err, "invalid_auth", "not_authed", "account_inactive", "token_revoked", "token_expired")
}

// isTheirs reports whether Slack's servers failed. The call may still have had an effect,
// https://docs.slack.dev/reference/methods/chat.postMessage#errors.
func isTheirs(err error) bool {
	return has(err, "internal_error", "service_unavailable", "fatal_error", "request_timeout")
}

// isGone reports whether a message can no longer be changed.
func isGone(err error) bool {
	return has(err, "message_not_found", "cant_update_message", "cant_delete_message", "edit_window_closed")
}

// plain returns an error that may be logged. Unlike err, it contains neither the path of the request
// nor the sent data, which include secrets.
func plain(err error) error {
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

// doubtful returns the earlier of two attempts' errors if only the earlier attempt may have
// arrived, otherwise the later one.
func doubtful(earlier, later error) error {
	if fateOf(earlier) == chat.Unknown && fateOf(later) == chat.NotDelivered {
		return earlier
	}
	return later
}

// fateOf returns the fate of a message whose call returned err.
func fateOf(err error) chat.Fate {
	status := slackapi.StatusCodeError{}
	switch {
	case err == nil:
		return chat.Delivered
	case errors.Is(err, errGone):
		return chat.Removed
	case errors.Is(err, errHeld), errors.Is(err, errNoTurn), errors.Is(err, errNotReady), errors.Is(err, errNotLoaded),
		errors.Is(err, errUsedUp), errors.Is(err, errNotSlacks), exchange.SurelyUnsent(err):
		return chat.NotDelivered
	case isTheirs(err):
		return chat.Unknown
	case codeOf(err) != "", errors.Is(err, errNotInstalled), errors.Is(err, errBadRef), errors.Is(err, errNoUser):
		return chat.Dormant
	case errors.As(err, &status) && status.Code < 500:
		return chat.NotDelivered
	default:
		return chat.Unknown
	}
}
