package app

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"time"

	"othellobot/adapters/discord"
	"othellobot/adapters/slack"
	"othellobot/bot"
	"othellobot/chat"
	"othellobot/internal/app/config"
	"othellobot/internal/app/gallery"
	"othellobot/internal/app/metrics"
	"othellobot/internal/clock"
	"othellobot/lease"
	"othellobot/words"
)

type platform interface {
	chat.Poster
	Prepare(context.Context) error
	Limits() chat.Limits
	Run(context.Context, chat.Handler) error
	Ready() bool
}

// platforms returns the configured platforms by name, and the HTTP handlers for them and the gallery,
// by pattern. Messages on Slack link to pictures of the gallery. A nil gallery has no pictures.
func platforms(
	c config.Config, catalog *words.Catalog, installs slack.Installs, leases lease.Store, pictures *gallery.Gallery,
	now func() time.Time, m *metrics.Metrics, log *slog.Logger,
	onDiscord func(discord.Config) *discord.Adapter, onSlack func(slack.Config) *slack.Adapter,
) (byName map[string]platform, handlers map[string]http.Handler) {
	byName, handlers = make(map[string]platform), make(map[string]http.Handler)
	if c.Discord != nil {
		adapter := onDiscord(discordConfig(*c.Discord, catalog, leases, now, m, log.With("platform", discord.Platform)))
		if !c.Discord.Listens() {
			m.Shards(adapter.Shards)
		}
		byName[discord.Platform] = adapter
		if c.Discord.Listens() {
			handlers["POST /discord/interactions"] = adapter
		}
	}
	if pictures != nil {
		handlers["GET "+gallery.Path] = pictures
	}
	if c.Slack != nil {
		adapter := onSlack(slackConfig(*c.Slack, c.PublicURL, catalog, installs, pictures, now, m, log.With("platform", slack.Platform)))
		byName[slack.Platform] = adapter
		if c.Slack.Listens() {
			handlers["/slack/"] = adapter.Handler()
		}
	}
	return byName, handlers
}

func discordConfig(
	c config.Discord, catalog *words.Catalog, leases lease.Store, now func() time.Time, m *metrics.Metrics, log *slog.Logger,
) discord.Config {
	var shared *discord.Shared
	if c.Shared {
		shared = &discord.Shared{Leases: leases, Holder: processName(), Ran: clock.ElapsedTime(), Lost: m.LeaseLost()}
	}
	return discord.Config{
		Token:     c.Token.Reveal(),
		PublicKey: c.PublicKey,
		GuildID:   c.GuildID,
		Shared:    shared,
		APIURL:    c.APIURL,
		About:     bot.Root(catalog),
		Commands:  bot.Commands(catalog),
		Says:      DiscordSays(catalog),
		Now:       now,
		Log:       log,
		Observer:  discord.Observer(m.Watch(discord.Platform)),
	}
}

// processName returns a unique name for this process. Operators recognize host and process ID in it.
func processName() string {
	host, _ := os.Hostname() // the random part suffices without it
	return fmt.Sprintf("%s %d %s", host, os.Getpid(), rand.Text())
}

func slackConfig(
	c config.Slack, publicURL string, catalog *words.Catalog, installs slack.Installs, pictures *gallery.Gallery, now func() time.Time,
	m *metrics.Metrics, log *slog.Logger,
) slack.Config {
	to := slack.Config{
		BotToken:      c.BotToken.Reveal(),
		AppToken:      c.AppToken.Reveal(),
		SigningSecret: c.SigningSecret.Reveal(),
		ClientID:      c.ClientID,
		ClientSecret:  c.ClientSecret.Reveal(),
		PublicURL:     publicURL,
		Installs:      installs,
		Commands:      bot.Commands(catalog),
		APIURL:        c.APIURL,
		Says:          SlackSays(catalog),
		Now:           now,
		Log:           log,
		Observer:      slack.Observer(m.Watch(slack.Platform)),
	}
	if pictures != nil {
		to.Pictures = pictures.URL
	}
	return to
}
