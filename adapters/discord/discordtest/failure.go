package discordtest

import (
	"fmt"
	"math"
	"net/http"
	"strconv"

	"othellobot/adapters/internal/fake"
)

type object = map[string]any

// See https://docs.discord.com/developers/topics/opcodes-and-status-codes#json.
type failure struct {
	status, code int
	message      string
}

var (
	unauthorised       = &failure{401, 0, "401: Unauthorized"}
	notFound           = &failure{404, 0, "404: Not Found"}
	unknownChannel     = &failure{404, 10003, "Unknown Channel"}
	unknownGuild       = &failure{404, 10004, "Unknown Guild"}
	unknownMessage     = &failure{404, 10008, "Unknown Message"}
	unknownApplication = &failure{404, 10002, "Unknown Application"}
	unknownWebhook     = &failure{404, 10015, "Unknown Webhook"}
	unknownInteraction = &failure{404, 10062, "Unknown interaction"}
	acknowledged       = &failure{400, 40060, "Interaction has already been acknowledged."}
	tooManyFollowUps   = &failure{400, 40094, "This interaction has reached the maximum number of follow-up messages"}
	missingAccess      = &failure{403, 50001, "Missing Access"}
	notTheAuthor       = &failure{403, 50005, "Cannot edit a message authored by another user"}
	closedDM           = &failure{403, 50007, "Cannot send messages to this user"}
	missingPermissions = &failure{403, 50013, "Missing Permissions"}
	wrongChannelType   = &failure{400, 50024, "Cannot execute action on this channel type"}
	invalidToken       = &failure{401, 50027, "Invalid Webhook Token"}
	invalidForm        = &failure{400, 50035, "Invalid Form Body"}
)

func (f *failure) body() object {
	o := object{"message": f.message, "code": f.code}
	if f.code == invalidForm.code {
		o["errors"] = object{"_errors": []any{object{"code": "BASE_TYPE_INVALID", "message": f.message}}}
		o["message"] = invalidForm.message
	}
	return o
}

func invalid(format string, values ...any) *failure {
	return &failure{invalidForm.status, invalidForm.code, fmt.Sprintf(format, values...)}
}

// Fault describes how a request fails. See [fake.Core.Fail] and [fake.Core.FailWhere].
type Fault = fake.Fault

func refuse(w http.ResponseWriter, f Fault) fake.Answer {
	message := f.Message
	if message == "" {
		message = http.StatusText(f.Status)
	}
	switch {
	case f.Status >= 500: // proxies in front of Discord do not send JSON
		return fake.Answer{Status: f.Status, Body: message}
	case f.Status != http.StatusTooManyRequests:
		return fake.Answer{Status: f.Status, Body: object{"message": message, "code": f.Code}}
	}
	// https://docs.discord.com/developers/topics/rate-limits
	seconds := f.RetryAfter.Seconds()
	h := w.Header()
	h.Set("Retry-After", strconv.Itoa(int(math.Ceil(seconds))))
	h.Set("X-RateLimit-Scope", f.Scope)
	h.Set("X-RateLimit-Reset-After", fmt.Sprintf("%.3f", seconds))
	if f.Scope == "global" {
		h.Set("X-RateLimit-Global", "true")
	}
	return fake.Answer{Status: f.Status, Body: object{
		"message": "You are being rate limited.", "retry_after": seconds, "global": f.Scope == "global",
	}}
}
