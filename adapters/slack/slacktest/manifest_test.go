package slacktest

import (
	"strings"
	"testing"
)

func TestManifests(t *testing.T) {
	const fits = `{"_metadata":{"major_version":2},"display_information":{"name":"Othello"},"features":{
		"bot_user":{"display_name":"othello","always_online":true},
		"slash_commands":[{"command":"/othello","description":"Play","usage_hint":"move d3","should_escape":true}]},
		"oauth_config":{"scopes":{"bot":["commands"]}},"settings":{"socket_mode_enabled":true,"event_subscriptions":{"bot_events":["app_mention"]}}}`
	ValidateManifest(t, []byte(fits))
	ValidateManifest(t, []byte(strings.Replace(fits, `"_metadata":{"major_version":2},`, "", 1)))
	for old, bad := range map[string]string{
		`"name":"Othello"`:      `"name":"` + letters(36) + `"`,
		`"/othello"`:            `"othello"`,
		`"should_escape":true`:  `"should_escape":"yes"`,
		`"description":"Play",`: ``,
		`"always_online":true`:  `"never_offline":true`,
	} {
		broken := strings.Replace(fits, old, bad, 1)
		if checkManifest(t, []byte(broken)) == nil {
			t.Errorf("a manifest with %s instead of %s is taken", bad, old)
		}
	}
	watched := &spy{TB: t}
	ValidateManifest(watched, []byte(`{`))
	if len(watched.failures()) != 1 {
		t.Error("what is no JSON does not fail the test")
	}
}
