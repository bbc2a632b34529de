package slack

// Scope is a permission that the bot requests in a workspace,
// https://docs.slack.dev/reference/scopes.
type Scope struct {
	Name     string
	Why      string // reason, as a sentence
	Optional bool   // an installation may omit it
}

// Scopes returns all scopes that the bot requests.
func Scopes() []Scope {
	return []Scope{
		{Name: "commands", Why: "People play by /othello, and by the menus of messages."},
		{Name: "chat:write", Why: "The bot shows boards and answers where it is a member."},
		{Name: "chat:write.public", Why: "It does so in public channels without being invited first."},
		{Name: "app_mentions:read", Why: "In threads, where Slack has no commands, people mention the bot instead. It reads no other message of a channel."},
		{
			Name: "im:history", Optional: true,
			Why: "Who writes to the bot in their direct message with it is answered without typing /othello. It opens no other conversation. Without it only commands count there.",
		},
		{
			Name: "users:read", Optional: true,
			Why: "The bot calls people as they call themselves without notifying them, speaks their language, and takes the admins of a workspace for moderators. Without it people are named once they have done something.",
		},
	}
}

func scopeNames(optional bool) (names []string) {
	for _, s := range Scopes() {
		if s.Optional || !optional {
			names = append(names, s.Name)
		}
	}
	return names
}
