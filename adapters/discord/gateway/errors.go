package gateway

import (
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"

	"github.com/gorilla/websocket"
)

// ErrUnauthorized reports that Discord does not accept the token. Config.Info must return it,
// wrapped or not, in that case. It also matches a [*RefusedError] about the token.
var ErrUnauthorized = errors.New("gateway: Discord does not accept the token")

// RefusedError reports that Discord refuses the bot permanently. Its text says what the
// operator must do.
type RefusedError struct {
	Code int // close code of the gateway, or HTTP status 401
}

// See https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes.
const (
	badToken       = 4004
	badShard       = 4010
	tooFewShards   = 4011
	badVersion     = 4012
	badIntents     = 4013
	refusedIntents = 4014
)

// Close codes after which the session cannot be resumed.
const (
	invalidSequence = 4007
	timedOut        = 4009
)

func (e *RefusedError) Error() string {
	return fmt.Sprintf("gateway: Discord refuses the bot (code %d): %s", e.Code, advice(e.Code))
}

func (e *RefusedError) Is(target error) bool {
	return target == ErrUnauthorized && (e.Code == badToken || e.Code == http.StatusUnauthorized)
}

func advice(code int) string {
	switch code {
	case badShard:
		return "there is no such shard: stop all processes, then start them"
	case tooFewShards:
		return "the bot is in too many servers for so few shards: stop all processes, then start them"
	case badVersion:
		return "this version of the gateway is no longer spoken: update the bot"
	case badIntents, refusedIntents:
		return "the bot's intents are not allowed, although it asks for none: update the bot, or report this"
	default: // badToken, and the status 401
		return "the token is not valid: check DISCORD_TOKEN, or make a new token in the developer portal"
	}
}

func isRefused(err error) bool {
	_, refused := errors.AsType[*RefusedError](err)
	return refused
}

// lossError is the reason why a connection ended. Another attempt may succeed.
type lossError struct {
	Reason string // contains no address
	Code   int    // close code or HTTP status; 0 if there is none
}

func (e *lossError) Error() string { return e.Reason }

var (
	errInvalidSession = &lossError{Reason: "session invalid"}
	errNotReady       = &lossError{Reason: "not ready in time"}
	errStopped        = &lossError{Reason: "stopped"}
	errNoTurn         = &lossError{Reason: "the turn to identify has passed"}
	errNotHeld        = &lossError{Reason: "the shard is perhaps another process's"}
)

func readError(err error) error {
	closed, ok := errors.AsType[*websocket.CloseError](err)
	switch {
	case ok && slices.Contains([]int{badToken, badShard, tooFewShards, badVersion, badIntents, refusedIntents}, closed.Code):
		return &RefusedError{Code: closed.Code}
	case ok && closed.Code != websocket.CloseAbnormalClosure: // code 1006 means that no close message came
		return &lossError{Reason: "closed by Discord", Code: closed.Code}
	default:
		return &lossError{Reason: "connection lost: " + reason(err), Code: websocket.CloseAbnormalClosure}
	}
}

// dialError converts an error of opening a websocket. The answer may be nil.
func dialError(answer *http.Response, err error) error {
	network, ok := errors.AsType[net.Error](err)
	switch {
	case answer != nil:
		return &lossError{Reason: "no websocket", Code: answer.StatusCode}
	case ok && network.Timeout():
		return errNotReady
	default:
		return &lossError{Reason: "dial: " + reason(err)}
	}
}

func dropsSession(err error) bool {
	code := codeOf(err)
	return errors.Is(err, errInvalidSession) || code == invalidSequence || code == timedOut
}

func codeOf(err error) int {
	if loss, ok := errors.AsType[*lossError](err); ok {
		return loss.Code
	}
	return 0
}

// reason returns the text of err without URLs and network addresses.
func reason(err error) string {
	if _, foreign := errors.AsType[x509.HostnameError](err); foreign {
		return "the certificate is for another computer"
	}
	if request, ok := errors.AsType[*url.Error](err); ok {
		err = request.Err
	}
	for network, ok := errors.AsType[*net.OpError](err); ok; network, ok = errors.AsType[*net.OpError](err) {
		err = network.Err
	}
	if name, ok := errors.AsType[*net.DNSError](err); ok {
		return name.Err
	}
	return err.Error()
}
