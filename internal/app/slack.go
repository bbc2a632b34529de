package app

import (
	"log/slog"

	"othellobot/adapters/slack"
	"othellobot/internal/app/config"
	"othellobot/internal/app/metrics"
)

func newSlack(c config.Slack, publicURL string, installs slack.Installs, m *metrics.Metrics, log *slog.Logger) *slack.Adapter {
	return slack.New(slack.Config{
		BotToken:      c.BotToken.Reveal(),
		AppToken:      c.AppToken.Reveal(),
		SigningSecret: c.SigningSecret.Reveal(),
		ClientID:      c.ClientID,
		ClientSecret:  c.ClientSecret.Reveal(),
		PublicURL:     publicURL,
		Installs:      installs,
		APIURL:        c.APIURL,
		Log:           log,
		Observer:      slack.Observer(m.Watch(slack.Platform)),
	})
}
