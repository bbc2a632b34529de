package config

import (
	"strings"
	"testing"
)

func TestReadSlack(t *testing.T) {
	for _, c := range []struct {
		name    string
		env     map[string]string
		says    []string // keys that the problems begin with
		slack   bool
		listens bool
	}{
		{name: "nothing"},
		{name: "socket mode", env: map[string]string{"SLACK_BOT_TOKEN": "xoxb-1", "SLACK_APP_TOKEN": "xapp-1"}, slack: true},
		{name: "http", env: map[string]string{"SLACK_BOT_TOKEN": "xoxb-1", "SLACK_SIGNING_SECRET": "s"}, slack: true, listens: true},
		{name: "both ways, so by socket", env: map[string]string{"SLACK_BOT_TOKEN": "xoxb-1", "SLACK_APP_TOKEN": "xapp-1", "SLACK_SIGNING_SECRET": "s"}, slack: true},
		{name: "many workspaces", env: map[string]string{"SLACK_CLIENT_ID": "1.2", "SLACK_CLIENT_SECRET": "c", "SLACK_SIGNING_SECRET": "s", "PUBLIC_URL": "https://example.org/"}, slack: true, listens: true},
		{name: "a bot token alone", env: map[string]string{"SLACK_BOT_TOKEN": "xoxb-1"}, says: []string{"SLACK_APP_TOKEN"}},
		{name: "a bot token that ends", env: map[string]string{"SLACK_BOT_TOKEN": "xoxe.xoxb-1", "SLACK_APP_TOKEN": "xapp-1"}, says: []string{"SLACK_BOT_TOKEN"}},
		{name: "a secret as token", env: map[string]string{"SLACK_BOT_TOKEN": "0123456789abcdef", "SLACK_SIGNING_SECRET": "s"}, says: []string{"SLACK_BOT_TOKEN"}},
		{name: "a token as secret", env: map[string]string{"SLACK_BOT_TOKEN": "xoxb-1", "SLACK_SIGNING_SECRET": "xapp-1"}, says: []string{"SLACK_SIGNING_SECRET"}},
		{name: "a client with a space", env: map[string]string{"SLACK_CLIENT_ID": "1 2", "SLACK_CLIENT_SECRET": "c", "SLACK_SIGNING_SECRET": "s", "PUBLIC_URL": "https://example.org"}, says: []string{"SLACK_CLIENT_ID"}},
		{name: "an app token alone", env: map[string]string{"SLACK_APP_TOKEN": "xapp-1"}, says: []string{"SLACK_BOT_TOKEN"}},
		{name: "an address of the API alone", env: map[string]string{"SLACK_API_URL": "https://example.org/api/"}, says: []string{"SLACK_BOT_TOKEN"}},
		{name: "half of OAuth", env: map[string]string{"SLACK_CLIENT_ID": "1.2"}, says: []string{"SLACK_CLIENT_SECRET", "SLACK_SIGNING_SECRET", "PUBLIC_URL"}},
		{name: "the other half", env: map[string]string{"SLACK_CLIENT_SECRET": "c"}, says: []string{"SLACK_CLIENT_ID", "SLACK_SIGNING_SECRET", "PUBLIC_URL"}},
		{name: "one workspace and many", env: map[string]string{
			"SLACK_BOT_TOKEN": "xoxb-1", "SLACK_CLIENT_ID": "1.2", "SLACK_CLIENT_SECRET": "c", "SLACK_SIGNING_SECRET": "s", "PUBLIC_URL": "https://example.org",
		}, says: []string{"SLACK_BOT_TOKEN"}},
		{name: "not what they should be", env: map[string]string{
			"SLACK_BOT_TOKEN": "Bearer xoxb-1", "SLACK_APP_TOKEN": "xapp 1", "SLACK_API_URL": "slack", "PUBLIC_URL": "javascript:alert(1)", "SLACK_SIGNING_SECRET": "s\ns",
		}, says: []string{"PUBLIC_URL", "SLACK_API_URL", "SLACK_APP_TOKEN", "SLACK_BOT_TOKEN", "SLACK_SIGNING_SECRET"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := read(c.env, false)
			for _, key := range c.says {
				if err == nil || !strings.Contains("\n"+err.Error(), "\n"+key+": ") {
					t.Errorf("no problem begins with %s in %v", key, err)
				}
			}
			if len(c.says) == 0 && (err != nil || (got.Slack != nil) != c.slack || got.Listens() != c.listens) {
				t.Errorf("slack %v, listens %v, %v", got.Slack != nil, got.Listens(), err)
			}
			if err != nil && len(strings.Split(err.Error(), "\n")) != len(c.says) {
				t.Errorf("there are other problems in %v", err)
			}
			for _, value := range c.env {
				if err != nil && strings.Contains(err.Error(), value) && len(value) > 3 {
					t.Errorf("%q is repeated in %v", value, err)
				}
			}
		})
	}
}
