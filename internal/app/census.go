package app

import (
	"context"
	"time"

	"othellobot/adapters/discord"
	"othellobot/adapters/slack"
	"othellobot/internal/app/config"
	"othellobot/internal/app/sealed"
)

const platformTimeout = 5 * time.Second

// The first census waits, because the start already makes many requests to Discord.
const (
	firstCensus = time.Minute
	censusEvery = time.Hour
)

// census returns a service that regularly counts the servers and workspaces that have the bot
// installed. It calls set with each count, except when counting fails.
func census(c config.Config, installs *sealed.Installs, set func(platform string, n int)) func(context.Context) {
	return func(ctx context.Context) {
		for next := time.After(firstCensus); ; next = time.After(censusEvery) {
			select {
			case <-ctx.Done():
				return
			case <-next:
			}
			countTenants(ctx, c, installs, set)
		}
	}
}

func countTenants(ctx context.Context, c config.Config, installs *sealed.Installs, set func(platform string, n int)) {
	ctx, cancel := context.WithTimeout(ctx, platformTimeout)
	defer cancel()
	if c.Discord != nil {
		if app, err := discord.Identify(ctx, c.Discord.APIURL, c.Discord.Token.Reveal()); err == nil {
			set(discord.Platform, app.Servers)
		}
	}
	switch {
	case c.Slack == nil:
	case c.Slack.BotToken.Reveal() != "":
		set(slack.Platform, 1)
	default:
		if names, err := installs.Names(ctx); err == nil {
			set(slack.Platform, len(names))
		}
	}
}
