package app

import (
	"log/slog"

	"othellobot/adapters/discord"
	"othellobot/bot"
)

func newDiscord(c discordConfig, m *metrics, log *slog.Logger) *discord.Adapter {
	return discord.New(discord.Config{
		Token:     c.token.reveal(),
		PublicKey: c.publicKey,
		GuildID:   c.guildID,
		Shards:    c.shards,
		Of:        c.of,
		APIURL:    c.apiURL,
		Commands:  bot.Commands(),
		Log:       log,
		Observer:  discord.Observer(m.watch(discord.Platform)),
	})
}
