package app

import (
	"errors"
	"fmt"
	"io"

	"othellobot/adapters/slack"
)

// printManifest prints the manifest of an app that this configuration runs. With
// a public address and no app token it is for HTTP, else for Socket Mode.
func printManifest(c config, w io.Writer) error {
	http := c.slack.listens() || c.slack == nil && c.publicURL != ""
	if http && c.publicURL == "" {
		return &usageError{errors.New("manifest: without SLACK_APP_TOKEN Slack calls the bot, so PUBLIC_URL must say where it is")}
	}
	text, err := slack.Manifest(c.publicURL, !http, c.slack != nil && c.slack.clientID != "")
	if err != nil {
		return fmt.Errorf("manifest: %w", err)
	}
	_, err = fmt.Fprintf(w, "%s\n", text)
	return err
}
