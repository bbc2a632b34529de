package slack_test

import (
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

func offered() []chat.Command { return bot.Commands(words.Load()) }

// The manifests equal the files, and each is valid by Slack's schema.
func TestManifests(t *testing.T) {
	for name, c := range manifests {
		t.Run(name, func(t *testing.T) {
			text, err := slack.Manifest(c.publicURL, c.socket, c.install, offered())
			if err != nil {
				t.Fatal(err)
			}
			golden(t, "manifest/"+name+".json", string(text)+"\n")
			slacktest.ValidateManifest(t, text)
		})
	}
}
