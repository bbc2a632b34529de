package slack

import (
	"encoding/json"
	"strings"

	"othellobot/chat"
)

// Manifest writes the manifest of an app that this configuration can run,
// https://docs.slack.dev/reference/app-manifest: with Socket Mode if there is no
// public address, else with that.
func Manifest(publicURL string, socket, install bool, commands []chat.Command) ([]byte, error) {
	at := func(path string) string {
		if socket {
			return ""
		}
		return strings.TrimSuffix(publicURL, "/") + path
	}
	m := manifest{
		Metadata: metadata{MajorVersion: 2, MinorVersion: 0},
		Display: display{
			Name: appName, Color: "#1f7a4d",
			Description: "Play Othello with the people of your channel, or with the bot",
			Long: "Othello for a channel: one command opens a game for everybody, challenges somebody, or plays the bot. " +
				"Moves are chosen from a list or typed, a wrong one gets a private and exact answer, and any move can be checked " +
				"direction by direction. The bot reads no messages but those that mention it or are written to it alone.",
		},
		Features: features{
			AppHome: appHome{HomeTab: true, MessagesTab: true}, // or nobody could send it a command there
			BotUser: botUser{DisplayName: "Othello", AlwaysOnline: true},
			SlashCommands: []manifestCommand{{
				Command: chat.SlashName, URL: at("/slack/commands"), Description: "Play Othello here",
				UsageHint: "start | start @name | start bot | move d3 | help", ShouldEscape: true,
			}},
			Shortcuts: shortcutsOf(commands),
		},
		OAuth: oauthConfig{Scopes: botScopes{Bot: scopeNames(false), Optional: scopeNames(true)}},
		Settings: settings{
			Events:        eventSubscriptions{RequestURL: at("/slack/events"), BotEvents: []string{"app_home_opened", "app_mention", "app_uninstalled", "message.im", "tokens_revoked"}},
			Interactivity: interactivity{IsEnabled: true, RequestURL: at("/slack/interactivity")},
			SocketMode:    socket,
			OrgDeploy:     install,
		},
	}
	if install {
		m.OAuth.RedirectURLs = []string{strings.TrimSuffix(publicURL, "/") + "/slack/oauth/callback"}
	}
	return json.MarshalIndent(m, "", "  ")
}

// appName is how the app calls itself, and homeShortcut the callback of the shortcut to
// somebody's games.
const (
	appName      = "Othello"
	homeShortcut = "home"
)

// shortcutsOf are the shortcuts of commands, by whose names they come back.
func shortcutsOf(commands []chat.Command) []shortcut {
	list := []shortcut{{"My Othello games", "global", homeShortcut, "Your games, those that wait for you first"}}
	for _, c := range commands {
		for _, s := range c.Shortcuts {
			if s.Menu == chat.MenuMessage {
				list = append(list, shortcut{s.Label, "message", c.Name, c.Help})
			}
		}
	}
	return list
}

type (
	manifest struct {
		Metadata metadata    `json:"_metadata"`
		Display  display     `json:"display_information"`
		Features features    `json:"features"`
		OAuth    oauthConfig `json:"oauth_config"`
		Settings settings    `json:"settings"`
	}

	metadata struct {
		MajorVersion int `json:"major_version"`
		MinorVersion int `json:"minor_version"`
	}

	display struct {
		Name        string `json:"name"`
		Description string `json:"description"`
		Color       string `json:"background_color"`
		Long        string `json:"long_description"`
	}

	features struct {
		AppHome       appHome           `json:"app_home"`
		BotUser       botUser           `json:"bot_user"`
		SlashCommands []manifestCommand `json:"slash_commands"`
		Shortcuts     []shortcut        `json:"shortcuts"`
	}

	// appHome is the conversation of a person with the bot.
	appHome struct {
		HomeTab     bool `json:"home_tab_enabled"`
		MessagesTab bool `json:"messages_tab_enabled"`
		ReadOnly    bool `json:"messages_tab_read_only_enabled"`
	}

	botUser struct {
		DisplayName  string `json:"display_name"`
		AlwaysOnline bool   `json:"always_online"`
	}

	manifestCommand struct {
		Command      string `json:"command"`
		URL          string `json:"url,omitempty"`
		Description  string `json:"description"`
		UsageHint    string `json:"usage_hint"`
		ShouldEscape bool   `json:"should_escape"` // so that mentions can be read
	}

	// shortcut is in the menu of a message, or of all that can be done.
	shortcut struct {
		Name        string `json:"name"`
		Type        string `json:"type"`
		CallbackID  string `json:"callback_id"`
		Description string `json:"description"`
	}

	oauthConfig struct {
		RedirectURLs []string  `json:"redirect_urls,omitempty"`
		Scopes       botScopes `json:"scopes"`
	}

	botScopes struct {
		Bot      []string `json:"bot"`
		Optional []string `json:"bot_optional"` // which an installation may leave out
	}

	settings struct {
		Events        eventSubscriptions `json:"event_subscriptions"`
		Interactivity interactivity      `json:"interactivity"`
		SocketMode    bool               `json:"socket_mode_enabled"`
		OrgDeploy     bool               `json:"org_deploy_enabled"`
		TokenRotation bool               `json:"token_rotation_enabled"`
	}

	eventSubscriptions struct {
		RequestURL string   `json:"request_url,omitempty"`
		BotEvents  []string `json:"bot_events"`
	}

	interactivity struct {
		IsEnabled  bool   `json:"is_enabled"`
		RequestURL string `json:"request_url,omitempty"`
	}
)
