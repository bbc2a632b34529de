package app

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"othellobot/adapters/discord"
	"othellobot/adapters/slack"
	"othellobot/bot/runner"
	"othellobot/chat"
	"othellobot/internal/app/config"
	"othellobot/internal/app/metrics"
	"othellobot/internal/app/notice"
	"othellobot/internal/app/web"
	"othellobot/internal/clock"
	"othellobot/internal/deadline"
	"othellobot/people"
	"othellobot/store"
	"othellobot/words"
)

// runPlatforms runs the configured platforms until ctx is done. If one part fails, it stops the others
// in the same order.
func runPlatforms(ctx context.Context, c config.Config, catalog *words.Catalog, log *slog.Logger) error {
	log.Info("starting", "version", version())
	kept, err := openStore(ctx, c, log)
	if err != nil {
		return err
	}
	m := metrics.New()
	release, revision, _ := build()
	m.Build(release, revision)
	m.Stored(metrics.Stored{Games: kept.Playing, Behind: kept.OverdueMessages, Size: kept.Size})
	watched := newClock(kept, log)
	if err := watched.Ask(ctx); err != nil {
		return errors.Join(err, kept.Close())
	}
	m.Clock(watched.Offset)
	installs, err := sealInstalls(c, kept, log)
	if err != nil {
		return errors.Join(err, kept.Close())
	}
	pictures, err := newGallery(ctx, c, kept.Installs)
	if err != nil {
		return errors.Join(err, kept.Close())
	}
	byName, requests := platforms(c, catalog, installs, kept.Leases, pictures, watched.Now, m, log, discord.New, slack.New)
	for name, p := range byName {
		m.Platform(name, p.Ready, p.Capacity)
	}
	inspected := &inspection{verify: kept.Verify, log: log}
	m.Damaged(func() bool { return kept.Damaged() != nil })
	health := newReadiness(byName, kept, watched)
	health.closed = installs.Closed
	told := notice.New(kept.Installs)
	tasks := []task{func(ctx context.Context) error {
		return beside(ctx, each(watched.Run, installs.Renew, inspected.run, told.Run, census(c, installs, m.Tenants)), func(ctx context.Context) error {
			return play(ctx, c, catalog, m.Commits(kept), byName, watched, told, m, log)
		})
	}}
	routes := map[string]map[string]http.Handler{"HTTP_ADDR": requests, "ADMIN_ADDR": {"GET /metrics": m.Handler()}}
	for _, at := range listening(c) {
		tasks = append(tasks, func(ctx context.Context) error {
			return web.Listen(ctx, at.key, at.address, web.Routes(health.ready, routes[at.key]), log)
		})
	}
	err = errors.Join(together(ctx, tasks...), kept.Close())
	log.Info("stopped")
	return err
}

// listening returns the addresses where a bot with this configuration listens, with the keys that set
// them.
func listening(c config.Config) (all []struct{ key, address string }) {
	if c.Listens() {
		all = append(all, struct{ key, address string }{"HTTP_ADDR", c.HTTPAddr})
	}
	if c.AdminAddr != "" {
		all = append(all, struct{ key, address string }{"ADMIN_ADDR", c.AdminAddr})
	}
	return all
}

// openStore opens the store of games.
func openStore(ctx context.Context, c config.Config, log *slog.Logger) (*store.Store, error) {
	url := c.Database.Reveal()
	if url == config.MemoryOnly && c.HasPlatform() {
		log.Warn("games are kept in memory only and end with the process")
	}
	kept, err := store.Open(ctx, url, timing(c), log)
	if err != nil {
		return nil, err
	}
	kept.Limit(store.Limits{Attempt: deadline.Attempt, Search: deadline.Search, Sweep: deadline.Sweep})
	return kept, nil
}

// newClock returns a clock that compares the machine's time with the store's, if processes share the
// store.
func newClock(kept *store.Store, log *slog.Logger) *clock.Watched {
	c := clock.Config{Wall: time.Now, Ran: clock.Running(), Log: log}
	if kept.Shared {
		c.Shared = kept.Time
	}
	return clock.New(c)
}

// play runs all platforms until ctx is done. Due tasks continue until the adapters have finished.
func play(
	ctx context.Context, c config.Config, catalog *words.Catalog, kept people.Store,
	byName map[string]platform, clock runner.Clock, told *notice.Teller, m *metrics.Metrics, log *slog.Logger,
) error {
	limits, posters := make(map[string]chat.Limits), make(map[string]chat.Poster)
	for name, p := range byName {
		limits[name], posters[name] = p.Limits(), p
	}
	b, handler := newGames(c, catalog, kept, limits, clock, told, m, log)
	lives := make(map[string]task)
	for name, p := range byName {
		lives[name] = func(ctx context.Context) error { return live(ctx, name, p, handler, log) }
	}
	runner := b.Runner(handler, posters, log)
	runner.Thinkers, runner.Unreadable, runner.Found = thinkers(), m.Unreadable(), m.Found
	return beside(ctx, runner.Run, func(ctx context.Context) error { return apart(ctx, lives, log) })
}

// live runs one platform until ctx is done. It fails if the platform refuses the bot.
func live(ctx context.Context, name string, p platform, h chat.Handler, log *slog.Logger) error {
	if err := p.Prepare(ctx); err != nil {
		if ctx.Err() != nil {
			return nil // stopped, not refused
		}
		return err
	}
	log.Info("running", "platform", name)
	return p.Run(ctx, h)
}
