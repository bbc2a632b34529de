package slack_test

import (
	"encoding/json"
	"strings"
	"testing"

	"othellobot/adapters/slack"
	"othellobot/adapters/slack/slacktest"
	"othellobot/bot"
	"othellobot/chat"
	"othellobot/words"
)

var manifests = map[string]struct {
	publicURL       string
	socket, install bool
}{
	"socket":                   {"", true, false},
	"http":                     {"https://bot.example/", false, false},
	"for-many-workspaces":      {"https://bot.example", false, true},
	"socket-with-a-public-url": {"https://bot.example", true, false},
}

// offered are the commands of the bot.
func offered() []chat.Command { return bot.Commands(words.MustLoad()) }

// Manifests are compared with files, and fit Slack's own schema.
func TestManifests(t *testing.T) {
	for name, c := range manifests {
		t.Run(name, func(t *testing.T) {
			text, err := slack.Manifest(c.publicURL, c.socket, c.install, offered())
			if err != nil {
				t.Fatal(err)
			}
			golden(t, "manifest/"+name+".json", string(text)+"\n")
		})
	}
}

func TestManifestsFitTheSchema(t *testing.T) {
	for name, c := range manifests {
		t.Run(name, func(t *testing.T) {
			text, err := slack.Manifest(c.publicURL, c.socket, c.install, offered())
			if err != nil {
				t.Fatal(err)
			}
			slacktest.ValidateManifest(t, text)
		})
	}
}

// A manifest asks for what the bot needs, and leads to where it listens.
func TestManifestIsWhatTheBotIs(t *testing.T) {
	for name, c := range manifests {
		text, err := slack.Manifest(c.publicURL, c.socket, c.install, offered())
		if err != nil {
			t.Fatal(err)
		}
		var m struct {
			Features struct {
				AppHome struct {
					Messages bool `json:"messages_tab_enabled"`
					ReadOnly bool `json:"messages_tab_read_only_enabled"`
				} `json:"app_home"`
				SlashCommands []struct {
					Command, URL string
					ShouldEscape bool `json:"should_escape"`
				} `json:"slash_commands"`
			}
			Settings struct {
				Events struct {
					RequestURL string   `json:"request_url"`
					BotEvents  []string `json:"bot_events"`
				} `json:"event_subscriptions"`
				Socket    bool `json:"socket_mode_enabled"`
				OrgDeploy bool `json:"org_deploy_enabled"`
			}
			OAuth struct {
				Scopes struct {
					Bot      []string
					Optional []string `json:"bot_optional"`
				}
			} `json:"oauth_config"`
		}
		if err := json.Unmarshal(text, &m); err != nil {
			t.Fatal(err)
		}
		commands := m.Features.SlashCommands
		if len(commands) != 1 || commands[0].Command != "/othello" || !commands[0].ShouldEscape {
			t.Errorf("%s: the commands are %+v", name, commands)
		}
		if m.Settings.Socket != c.socket || (commands[0].URL == "") != c.socket || (m.Settings.Events.RequestURL == "") != c.socket {
			t.Errorf("%s: it leads to %q and %q", name, commands[0].URL, m.Settings.Events.RequestURL)
		}
		if home := m.Features.AppHome; !home.Messages || home.ReadOnly {
			t.Errorf("%s: nobody can send the bot a command in their conversation with it: %+v", name, home)
		}
		if m.Settings.OrgDeploy != c.install {
			t.Errorf("%s: an organisation can install it: %t", name, m.Settings.OrgDeploy)
		}
		if strings.Contains(string(text), "//slack/") {
			t.Errorf("%s: an address has two slashes", name)
		}
		if got := strings.Join(m.Settings.Events.BotEvents, " "); got != "app_home_opened app_mention app_uninstalled message.im tokens_revoked" {
			t.Errorf("%s: it asks for the events %s", name, got)
		}
		if got := strings.Join(m.OAuth.Scopes.Bot, " "); got != "commands chat:write chat:write.public app_mentions:read im:history users:read" {
			t.Errorf("%s: it asks for the scopes %s", name, got)
		}
		if got := strings.Join(m.OAuth.Scopes.Optional, " "); got != "im:history users:read" {
			t.Errorf("%s: the scopes %s are optional", name, got)
		}
	}
}
