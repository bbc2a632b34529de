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
	for _, bad := range []string{strings.Replace(fits, `"/othello"`, `"othello"`, 1), strings.Replace(fits, `"description":"Play",`, ``, 1), `{`} {
		watched := &spy{TB: t}
		if ValidateManifest(watched, []byte(bad)); len(watched.failures()) != 1 {
			t.Errorf("a manifest is taken that is %s", bad)
		}
	}
}
