package main

import (
	"context"
	"log/slog"
	"net/http"

	"othellobot/adapters/discord"
	"othellobot/bot"
	"othellobot/chat"
)

// runPlatforms runs what is configured until ctx is done. If one part fails, it
// stops the others in the same order.
func runPlatforms(ctx context.Context, c config, log *slog.Logger) error {
	log.Info("starting", "version", version())
	log.Warn("games are kept in memory only and end with the process")
	adapter := newDiscord(*c.discord, log)
	tasks := []task{func(ctx context.Context) error { return play(ctx, c, adapter, log) }}
	if c.listens() {
		handler := routes(adapter.Ready, map[string]http.Handler{"POST /discord/interactions": adapter})
		tasks = append(tasks, listening("HTTP_ADDR", c.httpAddr, handler, log))
	}
	if c.adminAddr != "" {
		tasks = append(tasks, listening("ADMIN_ADDR", c.adminAddr, routes(adapter.Ready, nil), log))
	}
	err := together(ctx, tasks...)
	log.Info("stopped")
	return err
}

// play lets the people of a platform play until ctx is done. What falls due is
// done until the adapter has finished what it had begun.
func play(ctx context.Context, c config, adapter *discord.Adapter, log *slog.Logger) error {
	if err := adapter.Prepare(ctx); err != nil {
		if ctx.Err() != nil {
			return nil // told to stop, not refused
		}
		return err
	}
	b, handler := newGames(c, map[string]chat.Limits{discord.Platform: adapter.Limits()})
	log.Info("running", "platform", discord.Platform)
	runner := &bot.Runner{Bot: b, Posters: map[string]chat.Poster{discord.Platform: adapter}, Log: log}
	return beside(ctx, runner.Run, func(ctx context.Context) error { return adapter.Run(ctx, handler) })
}
