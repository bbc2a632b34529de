package app_test

import (
	"strings"
	"testing"
)

func TestManifest(t *testing.T) {
	for _, c := range []struct {
		name string
		env  map[string]string
		has  []string
		not  []string
		code int
	}{
		{name: "nothing configured", has: []string{`"socket_mode_enabled": true`, `"should_escape": true`}, not: []string{"request_url"}},
		{name: "a public address", env: map[string]string{"PUBLIC_URL": "https://example.org/"}, has: []string{
			"https://example.org/slack/commands", "https://example.org/slack/events", "https://example.org/slack/interactivity",
		}, not: []string{"redirect_urls", "socket_mode_enabled"}},
		{name: "socket mode with an address", env: map[string]string{
			"PUBLIC_URL": "https://example.org", "SLACK_BOT_TOKEN": "xoxb-1", "SLACK_APP_TOKEN": "xapp-1",
		}, has: []string{`"socket_mode_enabled": true`}, not: []string{"request_url"}},
		{name: "many workspaces", env: map[string]string{
			"SLACK_CLIENT_ID": "1.2", "SLACK_CLIENT_SECRET": "c", "SLACK_SIGNING_SECRET": "s", "PUBLIC_URL": "https://example.org",
		}, has: []string{"https://example.org/slack/oauth/callback"}},
		{name: "http without an address", env: map[string]string{"SLACK_BOT_TOKEN": "xoxb-1", "SLACK_SIGNING_SECRET": "s"}, code: 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			code, out, said := program(t, c.env, "", "manifest", "slack")
			if code != c.code {
				t.Fatalf("exit code %d, want %d: %s", code, c.code, said)
			}
			for _, part := range c.has {
				if !strings.Contains(out, part) {
					t.Errorf("the manifest has no %s", part)
				}
			}
			for _, line := range []string{"commands: ", "im:history (optional): ", "users:read (optional): "} {
				if c.code == 0 && !strings.Contains("\n"+said, "\n"+line) {
					t.Errorf("it does not say what %q is for:\n%s", line, said)
				}
			}
			for _, part := range c.not {
				if strings.Contains(out, part) {
					t.Errorf("the manifest has %s", part)
				}
			}
		})
	}
}
