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

// runPlatforms runs the configured platforms and the HTTP servers until ctx is done, a server fails, or
// all platforms fail.
func runPlatforms(ctx context.Context, c config.Config, catalog *words.Catalog, log *slog.Logger) error {
	log.Info("starting", "version", version())
	db, err := openStore(ctx, c, log)
	if err != nil {
		return err
	}
	m := metrics.New()
	release, revision, _ := build()
	m.Build(release, revision)
	m.Stored(metrics.Stored{Games: db.CountRunning, Overdue: db.OverdueMessages, Size: db.Size})
	watched := newClock(db, log)
	if err := watched.Update(ctx); err != nil {
		return errors.Join(err, db.Close())
	}
	m.Clock(watched.Offset)
	installs, err := sealInstalls(c, db, log)
	if err != nil {
		return errors.Join(err, db.Close())
	}
	pictures, err := newGallery(ctx, c, db.Installs)
	if err != nil {
		return errors.Join(err, db.Close())
	}
	byName, handlers := platforms(c, catalog, installs, db.Leases, pictures, watched.Now, m, log, discord.New, slack.New)
	for name, p := range byName {
		m.Platform(name, p.Ready, p.Capacity)
	}
	m.Damaged(func() bool { return db.Damaged() != nil })
	health := newReadiness(byName, db, watched)
	health.closed = installs.Unreadable
	announcer := notice.New(db.Installs)
	tasks := []task{func(ctx context.Context) error {
		return runWithServices(ctx, func(ctx context.Context) error {
			return runAdapters(ctx, c, catalog, m.Commits(db), byName, watched, announcer, m, log)
		}, watched.Run, installs.Renew, inspection(db.Verify, log), announcer.Run, census(c, installs, m.Tenants))
	}}
	routes := map[string]map[string]http.Handler{"HTTP_ADDR": handlers, "ADMIN_ADDR": {"GET /metrics": m.Handler()}}
	for _, at := range endpoints(c) {
		tasks = append(tasks, func(ctx context.Context) error {
			return web.Listen(ctx, at.key, at.address, web.Routes(health.ready, routes[at.key]), log)
		})
	}
	err = errors.Join(runTogether(ctx, tasks...), db.Close())
	log.Info("stopped")
	return err
}

// endpoint is an address where the bot listens, with the key of its setting.
type endpoint struct{ key, address string }

func endpoints(c config.Config) (all []endpoint) {
	if c.Listens() {
		all = append(all, endpoint{"HTTP_ADDR", c.HTTPAddr})
	}
	if c.AdminAddr != "" {
		all = append(all, endpoint{"ADMIN_ADDR", c.AdminAddr})
	}
	return all
}

func openStore(ctx context.Context, c config.Config, log *slog.Logger) (*store.Store, error) {
	url := c.Database.Reveal()
	if url == config.MemoryOnly && c.HasPlatform() {
		log.Warn("games are kept in memory only and end with the process")
	}
	db, err := store.Open(ctx, url, timing(c), log)
	if err != nil {
		return nil, err
	}
	db.SetLimits(store.Limits{Attempt: deadline.Attempt, Search: deadline.Search, Sweep: deadline.Sweep})
	return db, nil
}

// newClock returns a clock that compares the machine's time with the store's, if processes share the
// store.
func newClock(db *store.Store, log *slog.Logger) *clock.Watched {
	c := clock.Config{Wall: time.Now, Elapsed: clock.ElapsedTime(), Log: log}
	if db.Shared {
		c.Shared = db.Time
	}
	return clock.New(c)
}

// runAdapters runs all platforms until ctx is done or all of them fail. The bot's due tasks go on until
// the adapters have finished.
func runAdapters(
	ctx context.Context, c config.Config, catalog *words.Catalog, db people.Store,
	byName map[string]platform, clock runner.Clock, announcer *notice.Announcer, m *metrics.Metrics, log *slog.Logger,
) error {
	limits, posters := make(map[string]chat.Limits), make(map[string]chat.Poster)
	for name, p := range byName {
		limits[name], posters[name] = p.Limits(), p
	}
	b, handler := newGames(c, catalog, db, limits, clock, announcer, m, log)
	tasks := make(map[string]task)
	for name, p := range byName {
		tasks[name] = func(ctx context.Context) error {
			if err := p.Prepare(ctx); err != nil {
				if ctx.Err() != nil {
					return nil // the stop interrupted Prepare
				}
				return err
			}
			log.Info("running", "platform", name)
			return p.Run(ctx, handler)
		}
	}
	runner := b.Runner(handler, posters, log)
	runner.Thinkers, runner.Unreadable, runner.Found = thinkers(), m.Unreadable(), m.Found
	return runWithServices(ctx, func(ctx context.Context) error { return runIndependently(ctx, tasks, log) }, runner.Run)
}
