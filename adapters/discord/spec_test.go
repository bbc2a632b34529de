package discord

import (
	"net/url"
	"strings"
	"testing"

	"othellobot/adapters/discord/discordtest"
)

// routeOf returns the route of a request, with the names of its parameters.
func routeOf(c call) string {
	method, path, _ := strings.Cut(c.line, " ")
	path, _, _ = strings.Cut(path, "?")
	parts := strings.Split(path, "/")
	names := map[string][]string{
		"channels":     {"{channel_id}", "messages", "{message_id}"},
		"interactions": {"{interaction_id}", "{interaction_token}"},
		"webhooks":     {"{webhook_id}", "{webhook_token}", "messages", "{message_id}"},
		"applications": {"{application_id}", "guilds", "{guild_id}"},
	}[parts[1]]
	for i, name := range names {
		if i+2 < len(parts) && strings.HasPrefix(name, "{") && !strings.HasPrefix(parts[i+2], "@") && parts[i+2] != "commands" && parts[i+2] != "emojis" {
			parts[i+2] = name
		}
	}
	return method + " " + strings.Join(parts, "/")
}

// checkCall checks a request against Discord's documentation and specification.
func checkCall(t *testing.T, c call) {
	t.Helper()
	_, query, _ := strings.Cut(c.line, "?")
	values, err := url.ParseQuery(query)
	if err != nil {
		t.Error(err)
	}
	for _, problem := range discordtest.Check(routeOf(c), values, c.kind, c.raw) {
		t.Errorf("%s: %s", c.line, problem)
	}
}
