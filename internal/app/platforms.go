package app

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"othellobot/adapters/discord"
	"othellobot/adapters/page"
	"othellobot/adapters/slack"
	"othellobot/bot"
	"othellobot/bot/runner"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/internal/app/config"
	"othellobot/internal/app/gallery"
	"othellobot/internal/app/metrics"
	"othellobot/internal/app/notice"
	"othellobot/internal/app/sealed"
	"othellobot/internal/app/signed"
	"othellobot/internal/app/web"
	"othellobot/internal/clock"
	"othellobot/internal/deadline"
	"othellobot/people"
	"othellobot/render"
	"othellobot/store"
)

// runPlatforms runs the configured platforms and the HTTP servers until ctx is done, a server fails, or
// all platforms fail.
func (p program) runPlatforms(ctx context.Context) error {
	p.log.Info("starting", "version", version())
	db, err := p.openStore(ctx)
	if errors.Is(err, context.Canceled) {
		return nil // the bot was stopped meanwhile
	}
	if err != nil {
		return err
	}
	watched, m := newClock(db, p.log), metrics.New()
	installs, err := sealInstalls(p.Config, db, p.log)
	if err := errors.Join(err, watched.Update(ctx)); err != nil {
		return errors.Join(err, db.Close())
	}
	pictures, games, err := p.publicPages(ctx, db)
	if err != nil {
		return errors.Join(err, db.Close())
	}
	byName, handlers := p.platforms(installs, db.Leases, pictures, watched.Now, m, discord.New, slack.New)
	if games != nil {
		handlers[page.GamesPath] = games.Public()
		m.AddPages(games.Watchers)
	}
	for name, adapter := range byName {
		m.AddPlatform(name, adapter.Ready, adapter.Capacity)
	}
	release, revision, _ := build()
	m.SetBuild(release, revision)
	m.AddClock(watched.Offset)
	m.AddStored(metrics.Stored{Games: db.CountRunning, Overdue: db.OverdueMessages, Size: db.Size, Damaged: db.Damaged})
	health := newReadiness(byName, db, watched)
	health.closed = installs.Unreadable
	announcer := notice.New(db.Installs)
	services := []func(context.Context){
		watched.Run, installs.Reseal, inspection(db.Verify, p.log), announcer.Run, census(p.Config, installs, m.SetTenants),
	}
	tasks := []task{func(ctx context.Context) error {
		return runWithServices(ctx, func(ctx context.Context) error {
			return p.runAdapters(ctx, m.WrapStore(db), db.Kept, byName, watched, announcer, m, games)
		}, services...)
	}}
	if games != nil {
		tasks = append(tasks, games.Run) // not a service: streams end when the stop begins
	}
	routes := map[string]map[string]http.Handler{"HTTP_ADDR": handlers, "ADMIN_ADDR": {"GET /metrics": m.Handler()}}
	for _, at := range endpoints(p.Config) {
		tasks = append(tasks, func(ctx context.Context) error {
			return web.Listen(ctx, at.key, at.address, web.Routes(health.ready, routes[at.key]), p.log)
		})
	}
	err = errors.Join(runTogether(ctx, tasks...), db.Close())
	p.log.Info("stopped")
	return err
}

// endpoint is an address to listen at, with the key of its setting.
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

func (p program) openStore(ctx context.Context) (*store.Store, error) {
	url := p.Database.Reveal()
	if url == config.MemoryOnly && p.HasPlatform() {
		p.log.Warn("games are kept in memory only and end with the process")
	}
	db, err := store.Open(ctx, url, timing(p.Config), p.log)
	if err != nil {
		return nil, fmt.Errorf("DATABASE_URL: %w", err)
	}
	db.SetLimits(store.Limits{Attempt: deadline.Attempt, Search: deadline.Search, Sweep: deadline.Sweep})
	return db, nil
}

func newClock(db *store.Store, log *slog.Logger) *clock.Watched {
	c := clock.Config{Wall: time.Now, Elapsed: clock.ElapsedTime(), Log: log}
	if db.Shared {
		c.Shared = db.Time
	}
	return clock.New(c)
}

// runAdapters runs all platforms until ctx is done or all of them fail. The bot's due tasks go on until
// the adapters have finished.
func (p program) runAdapters(
	ctx context.Context, db people.Store, kept bot.Keeper, byName map[string]platform, clock runner.Clock, announcer *notice.Announcer, m *metrics.Metrics,
	games *page.Games,
) error {
	limits, posters := make(map[string]chat.Limits), make(map[string]chat.Poster)
	for name, adapter := range byName {
		limits[name], posters[name] = adapter.Limits(), adapter
	}
	if games != nil {
		games.Name = namesOf(byName) // before Watch, until which no page is shown
		games.Deliver = func(ctx context.Context, at chat.Place, r chat.Response) {
			if poster, runs := posters[at.Platform]; runs {
				poster.Deliver(ctx, at, r)
			}
		}
	}
	b, handler := p.newGames(db, kept, limits, clock, announcer, m, games)
	tasks := make(map[string]task)
	for name, adapter := range byName {
		tasks[name] = func(ctx context.Context) error {
			switch err := adapter.Prepare(ctx); {
			case err == nil:
				p.log.Info("running", "platform", name)
				return adapter.Run(ctx, handler)
			case ctx.Err() != nil:
				return nil // the stop interrupted Prepare
			default:
				return err
			}
		}
	}
	runner := b.Runner(handler, posters, p.log)
	runner.Thinkers, runner.Unreadable, runner.Found = thinkers(), m.AddUnreadable(), m.RecordTask
	return runWithServices(ctx, func(ctx context.Context) error { return runIndependently(ctx, tasks, p.log) }, runner.Run)
}

// sealInstalls warns if the tokens of workspaces would be stored in plain text.
func sealInstalls(c config.Config, db *store.Store, log *slog.Logger) (*sealed.Installs, error) {
	secrets := c.SealingKeys()
	if len(secrets) == 0 && c.Slack != nil && c.Slack.ClientID != "" && c.Database.Reveal() != config.MemoryOnly {
		log.Warn("the tokens of workspaces are stored in plain text: set SECRET_KEY")
	}
	keys, err := sealed.NewKeys(secrets...)
	return sealed.NewInstalls(db.Installs, keys, log, pictureKey, notice.Key), err
}

// pictureKey names the key that signs the URLs of pictures. All processes that share a store share the
// key. It never changes, because old messages contain the URLs.
const pictureKey = "key of pictures"

// publicPages returns the pictures and the pages of games, or nil if the bot has no public URL. It
// creates the key if the store has none.
func (p program) publicPages(ctx context.Context, db *store.Store) (*gallery.Gallery, *page.Games, error) {
	if p.PublicURL == "" {
		return nil, nil, nil
	}
	var random [32]byte
	_, _ = rand.Read(random[:]) // never fails, https://pkg.go.dev/crypto/rand#Read
	_, err := db.Installs.Swap(ctx, pictureKey, nil, []byte(hex.EncodeToString(random[:])))
	secret, unread := db.Installs.Load(ctx, pictureKey)
	if err := errors.Join(err, unread); err != nil {
		return nil, nil, fmt.Errorf("the key of pictures: %w", err)
	}
	key := signed.NewKey(secret)
	pictures := gallery.New(p.PublicURL, key, p.FloodLimits)
	return pictures, page.NewGames(page.GamesConfig{
		URL: p.PublicURL, Seal: key.Seal, Open: key.Open, Sign: key.Sign, Says: PageSentences(p.words), Log: p.log,
		Image:  func(tenant chat.Place, picture render.Picture) string { return pictures.URL(tenant.Prefix(), picture) },
		Stored: versionsIn(db), Kept: p.Retention,
	}), nil
}

// versionsIn returns a function that reads the versions of the rooms of places.
func versionsIn(db *store.Store) func(context.Context, []chat.Place) (map[chat.Place]int64, error) {
	return func(ctx context.Context, places []chat.Place) (map[chat.Place]int64, error) {
		rooms := make([]game.Place, len(places))
		for i, at := range places {
			rooms[i] = game.Place(at.String())
		}
		stored, err := db.Versions(ctx, rooms)
		found := make(map[chat.Place]int64, len(stored))
		for i, at := range places {
			found[at] = stored[rooms[i]]
		}
		return found, err
	}
}
