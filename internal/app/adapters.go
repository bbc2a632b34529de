package app

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"os"
	"time"

	"othellobot/adapters/discord"
	"othellobot/adapters/slack"
	"othellobot/bot"
	"othellobot/chat"
	"othellobot/internal/app/gallery"
	"othellobot/internal/app/metrics"
	"othellobot/internal/clock"
	"othellobot/lease"
)

type platform interface {
	chat.Poster
	Prepare(context.Context) error
	Limits() chat.Limits
	Name(chat.UserID) string
	Run(context.Context, chat.Handler) error
	Ready() bool
}

// platforms returns the configured platforms by name, and the HTTP handlers for them and the pictures,
// by pattern. pictures may be nil.
func (p program) platforms(
	installs slack.Installs, leases lease.Store, pictures *gallery.Gallery, now func() time.Time, m *metrics.Metrics,
	newDiscord func(discord.Config) *discord.Adapter, newSlack func(slack.Config) *slack.Adapter,
) (byName map[string]platform, handlers map[string]http.Handler) {
	byName, handlers = make(map[string]platform), make(map[string]http.Handler)
	if c := p.Discord; c != nil {
		config := discord.Config{
			Token:     c.Token.Reveal(),
			PublicKey: c.PublicKey,
			GuildID:   c.GuildID,
			APIURL:    c.APIURL,
			About:     bot.Root(p.words),
			Commands:  bot.Commands(p.words),
			Sentences: DiscordSentences(p.words),
			Now:       now,
			Log:       p.log.With("platform", discord.Platform),
			Observer:  m.Observer(discord.Platform),
		}
		if c.Shared {
			config.Shared = &discord.Shared{Leases: leases, Holder: processName(), Elapsed: clock.ElapsedTime(), Lost: m.AddLeaseLosses()}
		}
		adapter := newDiscord(config)
		byName[discord.Platform] = adapter
		if c.Listens() {
			handlers["POST /discord/interactions"] = adapter
		} else {
			m.AddShards(adapter.Shards)
		}
	}
	if c := p.Slack; c != nil {
		config := slack.Config{
			BotToken:      c.BotToken.Reveal(),
			AppToken:      c.AppToken.Reveal(),
			SigningSecret: c.SigningSecret.Reveal(),
			ClientID:      c.ClientID,
			ClientSecret:  c.ClientSecret.Reveal(),
			PublicURL:     p.PublicURL,
			Installs:      installs,
			Commands:      bot.Commands(p.words),
			APIURL:        c.APIURL,
			Sentences:     SlackSentences(p.words),
			Now:           now,
			Log:           p.log.With("platform", slack.Platform),
			Observer:      m.Observer(slack.Platform),
		}
		if pictures != nil {
			config.Pictures = pictures.URL
		}
		adapter := newSlack(config)
		byName[slack.Platform] = adapter
		if c.Listens() {
			handlers["/slack/"] = adapter.Handler()
		}
	}
	if pictures != nil {
		handlers["GET "+gallery.Path] = pictures
	}
	return byName, handlers
}

// processName returns a unique name that contains the host and the process ID.
func processName() string {
	host, _ := os.Hostname() // without a host, the random part still makes the name unique
	return fmt.Sprintf("%s %d %s", host, os.Getpid(), rand.Text())
}

// namesOf returns a function that returns a user's name if their platform knows it, or else "".
func namesOf(byName map[string]platform) func(chat.UserID) string {
	return func(u chat.UserID) string {
		if adapter, runs := byName[u.Platform]; runs {
			return adapter.Name(u)
		}
		return ""
	}
}
