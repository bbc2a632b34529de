package app

import (
	"log/slog"
	"math/rand/v2"
	"time"

	"othellobot/bot"
	"othellobot/bot/flood"
	"othellobot/bot/runner"
	"othellobot/chat"
	"othellobot/engine"
	"othellobot/game"
	"othellobot/internal/app/config"
	"othellobot/internal/app/metrics"
	"othellobot/internal/app/notice"
	"othellobot/internal/deadline"
	"othellobot/people"
	"othellobot/review"
	"othellobot/store"
	"othellobot/words"
)

const maxDuels = 20 // unfinished games and challenges of one person

// newGames returns the bot that all platforms share, and the handler for all actions of users, the
// engine and the clock.
func newGames(
	c config.Config, catalog *words.Catalog, db people.Store, limits map[string]chat.Limits, clock runner.Clock,
	announcer *notice.Announcer, m *metrics.Metrics, log *slog.Logger,
) (*bot.Bot, chat.Handler) {
	settings := botConfig(c, catalog, db, limits, clock, newEngine(), log)
	settings.Engine = m.Engine(settings.Engine)
	if c.FloodLimits {
		settings.MaxDuels = maxDuels
	}
	b := bot.New(settings)
	m.EngineQueue(b.EngineQueue)
	handler := deadline.Handler(b)
	if c.FloodLimits {
		handler = flood.New(handler, bot.IsVote, time.Now, catalog)
	}
	return b, m.Actions(announcer.Handler(handler), b.VerbOf)
}

// botConfig returns the configuration of a bot for users: the engine answers in time, and its moves
// are unpredictable.
func botConfig(
	c config.Config, catalog *words.Catalog, db people.Store, limits map[string]chat.Limits, clock runner.Clock, e *engine.Engine, log *slog.Logger,
) bot.Config {
	return bot.Config{
		Ports:      people.PortsOf(db, timing(c)),
		Engine:     timeLimitedEngine{e},
		Judge:      judging(e),
		Solver:     solving(e),
		Review:     review.Standard(),
		Limits:     limits,
		Clock:      clock,
		Words:      catalog,
		Seed:       rand.Uint64(),
		IdleExpiry: c.IdleExpiry,
		Log:        log,
	}
}

func timing(c config.Config) game.Timing {
	return game.Timing{
		IdleExpiry: c.IdleExpiry, Retention: c.Retention, MultiProcess: store.IsShared(c.Database.Reveal()), Zones: time.LoadLocation,
	}
}
