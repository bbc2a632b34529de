package app

import (
	"context"
	"time"

	"othellobot/adapters/discord"
	"othellobot/adapters/slack"
	"othellobot/internal/app/config"
	"othellobot/internal/app/sealed"
)

// askWithin limits how long a platform takes to answer a question of the program's own.
const askWithin = 5 * time.Second

// When tenants are counted: not while the bot starts, when Discord is asked enough.
const (
	firstCensus = time.Minute
	censusEvery = time.Hour
)

// census gives a service that counts now and then in how many servers and workspaces the
// bot is installed. Where it cannot find out, the last number stays.
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
