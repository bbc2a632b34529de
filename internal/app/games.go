package app

import (
	"time"

	"othellobot/bot"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/internal/app/config"
)

// maxDuels is how many pending or running duels one person may have.
const maxDuels = 20

// newGames makes the bot that the platforms share, and the handler in front of
// it that counts what people send.
func newGames(c config.Config, kept game.Store, limits map[string]chat.Limits) (*bot.Bot, chat.Handler) {
	settings := bot.Config{
		Table:      game.NewTable(kept, timing(c)),
		Engine:     promptEngine{newEngine()},
		Limits:     limits,
		Now:        time.Now,
		Seed:       randomSeed(),
		IdleExpiry: c.IdleExpiry,
	}
	if !c.FloodLimits {
		b := bot.New(settings)
		return b, b
	}
	settings.MaxDuels = maxDuels
	b := bot.New(settings)
	return b, bot.NewFlood(b, time.Now)
}

// timing is how long games are kept.
func timing(c config.Config) game.Timing {
	return game.Timing{IdleExpiry: c.IdleExpiry, Retention: c.Retention}
}
