package app

import (
	"log/slog"

	"othellobot/adapters/discord"
	"othellobot/bot"
	"othellobot/internal/app/config"
	"othellobot/internal/app/metrics"
)

func newDiscord(c config.Discord, m *metrics.Metrics, log *slog.Logger) *discord.Adapter {
	return discord.New(discord.Config{
		Token:     c.Token.Reveal(),
		PublicKey: c.PublicKey,
		GuildID:   c.GuildID,
		Shards:    c.Shards,
		Of:        c.Of,
		APIURL:    c.APIURL,
		Commands:  bot.Commands(),
		Log:       log,
		Observer:  discord.Observer(m.Watch(discord.Platform)),
	})
}
