package app

import (
	"log/slog"

	"othellobot/adapters/slack"
)

func newSlack(c slackConfig, publicURL string, installs slack.Installs, m *metrics, log *slog.Logger) *slack.Adapter {
	return slack.New(slack.Config{
		BotToken:      c.botToken.reveal(),
		AppToken:      c.appToken.reveal(),
		SigningSecret: c.signingSecret.reveal(),
		ClientID:      c.clientID,
		ClientSecret:  c.clientSecret.reveal(),
		PublicURL:     publicURL,
		Installs:      installs,
		APIURL:        c.apiURL,
		Log:           log,
		Observer:      slack.Observer(m.watch(slack.Platform)),
	})
}
