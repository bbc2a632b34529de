package app

import (
	"errors"
	"fmt"
	"io"

	"othellobot/adapters/slack"
	"othellobot/bot"
	"othellobot/internal/app/config"
	"othellobot/words"
)

// printManifest writes the manifest of a Slack app for this configuration to stdout. With a public
// address and no app token it is for HTTP, otherwise for Socket Mode. The reasons for the app's
// permissions go to stderr, so that a piped manifest stays clean.
func printManifest(c config.Config, catalog *words.Catalog, stdout, stderr io.Writer) error {
	http := c.Slack.Listens() || c.Slack == nil && c.PublicURL != ""
	if http && c.PublicURL == "" {
		return &usageError{errors.New("manifest: without SLACK_APP_TOKEN Slack calls the bot, so PUBLIC_URL must say where it is")}
	}
	text, err := slack.Manifest(c.PublicURL, !http, c.Slack != nil && c.Slack.ClientID != "", bot.Commands(catalog))
	if err != nil {
		return fmt.Errorf("manifest: %w", err)
	}
	if _, err = fmt.Fprintf(stdout, "%s\n", text); err != nil {
		return err
	}
	for _, scope := range slack.Scopes() {
		optional := ""
		if scope.Optional {
			optional = " (optional)"
		}
		if _, err := fmt.Fprintf(stderr, "%s%s: %s\n", scope.Name, optional, scope.Why); err != nil {
			return err
		}
	}
	return nil
}
