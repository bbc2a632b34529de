package discordtest

import "fmt"

type object = map[string]any

// failure is an error answer:
// https://docs.discord.com/developers/topics/opcodes-and-status-codes#json.
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
