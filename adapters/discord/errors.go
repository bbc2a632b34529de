package discord

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"othellobot/adapters/discord/gateway"
	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
)

var (
	errOutOfReach = errors.New("discord: the bot is no member there, and the token is used up")
	errShutOut    = errors.New("discord: the bot may not write there")
	errArchived   = errors.New("discord: the thread is archived")
	errDeleted    = errors.New("discord: a user has deleted the message")
	errNoActor    = errors.New("discord: no user to whisper to or to open a thread for")
	errNoUser     = errors.New("discord: an interaction without a user")
	errNotOurs    = errors.New("discord: an interaction that the bot has not offered")

	// These replace errors of other packages, which can contain the request's address and a token.
	errUnreadable   = errors.New("discord: an answer that cannot be read")
	errAddress      = errors.New("discord: not an address of the API")
	errNoAnswer     = errors.New("discord: no answer, or none in time")
	errNoConnection = errors.New("discord: no connection")
)

// See https://docs.discord.com/developers/topics/opcodes-and-status-codes#json.
const (
	codeAlreadyAnswered = 40060
	codeFollowUpsUsedUp = 40094
	codeArchived        = 50083
	codeLocked          = 160005
)

// apiError holds no address and no body, because they can contain secrets.
type apiError struct {
	Status int
	Code   int           // Discord's error code; 0 if missing
	Wait   time.Duration // requested by a 429; 0 if it names no time
}

func (e *apiError) Error() string {
	text := "discord: status " + strconv.Itoa(e.Status)
	if e.Code != 0 {
		text += ", code " + strconv.Itoa(e.Code)
	}
	return text
}

func statusOf(err error) int {
	if refused, ok := errors.AsType[*apiError](err); ok {
		return refused.Status
	}
	return 0
}

func hasCode(err error, codes ...int) bool {
	refused, ok := errors.AsType[*apiError](err)
	return ok && slices.Contains(codes, refused.Code)
}

func tokenDead(err error) bool {
	status := statusOf(err)
	return hasCode(err, discordgo.ErrCodeUnknownWebhook, discordgo.ErrCodeInvalidWebhookTokenProvided, discordgo.ErrCodeUnknownInteraction) ||
		hasCode(err, 0) && (status == http.StatusUnauthorized || status == http.StatusNotFound)
}

func scrubbed(err error) error {
	tried, dialed := errors.AsType[*net.OpError](err)
	switch {
	case errors.Is(err, exchange.ErrBroken):
		return exchange.ErrBroken
	case dialed && exchange.SurelyUnsent(err):
		return fmt.Errorf("%w: %v", errNoConnection, tried) // names the host but no path
	case errors.Is(err, context.Canceled):
		return context.Canceled
	default:
		return errNoAnswer
	}
}

func fateOf(err error) chat.Fate {
	switch {
	case errors.Is(err, errOutOfReach), errors.Is(err, errShutOut), errors.Is(err, errArchived),
		hasCode(err, discordgo.ErrCodeMissingAccess, discordgo.ErrCodeMissingPermissions, discordgo.ErrCodeCannotSendMessagesToThisUser, codeArchived, codeLocked):
		return chat.Dormant
	case errors.Is(err, errDeleted):
		return chat.Removed
	case statusOf(err) >= http.StatusInternalServerError,
		errors.Is(err, errNoAnswer), errors.Is(err, errUnreadable), errors.Is(err, context.Canceled):
		return chat.Unknown
	default:
		return chat.NotDelivered
	}
}

func setupRetryable(err error) (wait time.Duration, passes bool) {
	_, refused := errors.AsType[*gateway.RefusedError](err)
	status := statusOf(err)
	return 0, !refused && (status == 0 || status >= http.StatusInternalServerError || status == http.StatusTooManyRequests || status == http.StatusUnauthorized)
}
