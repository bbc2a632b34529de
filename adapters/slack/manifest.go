package slack

import (
	"bytes"
	"encoding/json"
	"net/url"
	"strings"

	slackapi "github.com/slack-go/slack"

	"othellobot/chat"
)

// Manifest returns the app manifest for a configuration,
// https://docs.slack.dev/reference/app-manifest. If socket is set, deliveries arrive by Socket Mode,
// otherwise at the public URL. If install is set, workspaces can install the app from that URL.
func Manifest(publicURL string, socket, install bool, commands []chat.Command) ([]byte, error) {
	at := func(path string) string {
		if socket {
			return ""
		}
		return strings.TrimSuffix(publicURL, "/") + path
	}
	m := manifest{Features: features{AppHome: appHome{HomeTab: true, MessagesTab: true}}}
	m.Metadata = slackapi.ManifestMetadata{MajorVersion: 2}
	m.Display = slackapi.Display{
		Name: appName, BackgroundColor: "#1f7a4d",
		Description: "Play Othello with the people of your channel, or with the bot",
		LongDescription: "Othello for a channel: one command opens a game for everybody, challenges somebody, or plays the bot. " +
			"Moves are chosen from a list or typed, a wrong one gets a private and exact answer, and any move can be checked " +
			"direction by direction. The bot reads no messages but those that mention it or are written to it alone.",
	}
	m.Features.BotUser = slackapi.BotUser{DisplayName: "Othello", AlwaysOnline: true}
	m.Features.SlashCommands = []slackapi.ManifestSlashCommand{{
		Command: chat.SlashCommand, Url: at("/slack/commands"), Description: "Play Othello here",
		UsageHint: "start | start @name | start bot | move d3 | help", ShouldEscape: true, // so that Slack resolves mentions
	}}
	m.Features.Shortcuts = shortcutsOf(commands)
	m.OAuthConfig.Scopes = slackapi.OAuthScopes{Bot: scopeNames(false), BotOptional: scopeNames(true)}
	if install {
		m.OAuthConfig.RedirectUrls = []string{strings.TrimSuffix(publicURL, "/") + "/slack/oauth/callback"}
	}
	m.Settings = slackapi.Settings{
		EventSubscriptions: &slackapi.EventSubscriptions{
			RequestUrl: at("/slack/events"), BotEvents: []string{"app_home_opened", "app_mention", "app_uninstalled", "message.im", "tokens_revoked"},
		},
		Interactivity:     &slackapi.Interactivity{IsEnabled: true, RequestUrl: at("/slack/interactivity")},
		SocketModeEnabled: socket,
		OrgDeployEnabled:  install,
	}
	return json.MarshalIndent(m, "", "  ")
}

// NewAppURL returns the address of the page that makes an app from a manifest.
func NewAppURL(manifest []byte) string {
	var compact bytes.Buffer
	_ = json.Compact(&compact, manifest) // [Manifest] returns valid JSON
	return "https://api.slack.com/apps?new_app=1&manifest_json=" + strings.ReplaceAll(url.QueryEscape(compact.String()), "+", "%20")
}

// manifest extends slack-go's manifest, which omits false fields. By Slack's defaults for those
// fields, users could not write to the bot in their direct message.
type (
	manifest struct {
		slackapi.Manifest
		Features features `json:"features"`
	}

	features struct {
		slackapi.Features
		AppHome appHome `json:"app_home"`
	}

	appHome struct {
		HomeTab     bool `json:"home_tab_enabled"`
		MessagesTab bool `json:"messages_tab_enabled"`
		ReadOnly    bool `json:"messages_tab_read_only_enabled"`
	}
)

const (
	appName      = "Othello"
	homeShortcut = "home" // callback ID of the shortcut that shows a user's games
)

func shortcutsOf(commands []chat.Command) []slackapi.Shortcut {
	list := []slackapi.Shortcut{{
		Name: "My Othello games", Type: slackapi.GlobalShortcut, CallbackID: homeShortcut, Description: "Your games, those that wait for you first",
	}}
	for _, c := range commands {
		for _, s := range c.Shortcuts {
			if s.Menu == chat.MenuMessage {
				list = append(list, slackapi.Shortcut{Name: s.Label, Type: slackapi.MessageShortcut, CallbackID: c.Name, Description: c.Help})
			}
		}
	}
	return list
}

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

func scopeNames(onlyOptional bool) (names []string) {
	for _, s := range Scopes() {
		if s.Optional || !onlyOptional {
			names = append(names, s.Name)
		}
	}
	return names
}
