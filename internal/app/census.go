package app

import (
	"context"
	"time"

	"othellobot/adapters/discord"
	"othellobot/adapters/slack"
	"othellobot/internal/app/config"
	"othellobot/internal/app/sealed"
)

// askWithin limits each request that the program itself makes to a platform.
const askWithin = 5 * time.Second

// The times of counts. The first is delayed because the start already makes many requests to Discord.
const (
	firstCensus = time.Minute
	censusEvery = time.Hour
)

// census returns a service that periodically counts the servers and workspaces that have the bot
// installed, and reports each count to tell. If a count fails, the last number stays.
func census(c config.Config, installs *sealed.Installs, tell func(platform string, n int)) func(context.Context) {
	return func(ctx context.Context) {
		for next := time.After(firstCensus); ; next = time.After(censusEvery) {
			select {
			case <-ctx.Done():
				return
			case <-next:
			}
			countTenants(ctx, c, installs, tell)
		}
	}
}

func countTenants(ctx context.Context, c config.Config, installs *sealed.Installs, tell func(platform string, n int)) {
	ctx, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	if c.Discord != nil {
		if who, err := discord.Identify(ctx, c.Discord.APIURL, c.Discord.Token.Reveal()); err == nil {
			tell(discord.Platform, who.Servers)
		}
	}
	switch {
	case c.Slack == nil:
	case c.Slack.BotToken.Reveal() != "":
		tell(slack.Platform, 1)
	default:
		if names, err := installs.Names(ctx); err == nil {
			tell(slack.Platform, len(names))
		}
	}
}
