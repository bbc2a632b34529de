package app

import (
	"context"
	"encoding/hex"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/discord"
	"othellobot/adapters/discord/discordtest"
	"othellobot/adapters/page"
	"othellobot/adapters/slack"
	"othellobot/adapters/slack/slacktest"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/internal/app/metrics"
	"othellobot/internal/app/notice"
	"othellobot/internal/bottest"
	"othellobot/internal/logtest"
	"othellobot/people"
	"othellobot/store"
)

// ownURL is the program's public URL in a bubble.
const ownURL = "http://othello.test"

// modes selects how each platform delivers events: "gateway", "socket", "http" or, for several Slack
// workspaces, "oauth". A platform with an empty mode is not connected.
type modes struct{ discord, slack string }

// bubble is the whole program in a bubble of [testing/synctest], connected to fake platforms. It can
// be stopped and restarted on the same store.
type bubble struct {
	modes
	t          *testing.T
	discord    *discordtest.Server
	slack      *slacktest.Server
	workspaces []*slacktest.Workspace // with the bot installed
	db         *store.Store
	database   string                          // a URL
	wrapStore  func(people.Store) people.Store // may be nil
	tiles      bool                            // uploads tiles, which takes most of a test's time
	unready    bool                            // the program need not become ready
	undo       func()                          // undoes the failures that the test has set
	log        *logtest.Buffer
	*process
}

// process is one run of the program, from its start to its stop.
type process struct {
	byName   map[string]platform
	handlers map[string]http.Handler
	health   *readiness
	metrics  *metrics.Metrics
	stop     context.CancelFunc
	ended    chan error
}

// newBubble creates the fakes, calls each function in before, and starts the program.
func newBubble(t *testing.T, w modes, before ...func(*bubble)) *bubble {
	t.Helper()
	s := &bubble{modes: w, t: t, discord: discordtest.NewPiped(t), slack: slacktest.NewPiped(t), log: &logtest.Buffer{}, database: "memory:"}
	s.discord.SetModerator("mo", true)
	s.slack.SetProfile("mo", slacktest.Profile{Admin: true})
	s.workspaces = []*slacktest.Workspace{s.slack.Workspace}
	for _, way := range []http.RoundTripper{s.discord.Transport(), s.slack.Transport()} {
		t := way.(*http.Transport)
		t.MaxConnsPerHost, t.IdleConnTimeout = 64, 90*time.Second // like the adapters' own transports
	}
	for _, change := range before {
		change(s)
	}
	if !s.tiles {
		s.discord.FailWhere("* /applications/*/emojis", discordtest.Fault{Status: http.StatusForbidden, Code: 50001})
	}
	var err error
	if s.db, err = s.program().openStore(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.db.Close(); err != nil {
			t.Error(err)
		}
	})
	s.start()
	return s
}

// program returns the program as the modes configure it.
func (s *bubble) program() program {
	env := map[string]string{"FLOOD_LIMITS": "off", "DATABASE_URL": s.database}
	if s.modes.discord != "" {
		env["DISCORD_TOKEN"], env["DISCORD_API_URL"], env["DISCORD_MODE"] = s.discord.Token(), s.discord.APIURL(), s.modes.discord
	}
	if s.modes.discord == "http" {
		env["DISCORD_PUBLIC_KEY"] = hex.EncodeToString(s.discord.PublicKey())
	}
	if s.modes.slack != "" {
		env["SLACK_API_URL"] = s.slack.APIURL()
	}
	switch s.modes.slack {
	case "socket":
		env["SLACK_BOT_TOKEN"], env["SLACK_APP_TOKEN"] = s.slack.BotToken(), s.slack.AppToken()
	case "http":
		env["SLACK_BOT_TOKEN"], env["SLACK_SIGNING_SECRET"] = s.slack.BotToken(), s.slack.SigningSecret()
	case "oauth":
		env["SLACK_SIGNING_SECRET"], env["PUBLIC_URL"] = s.slack.SigningSecret(), ownURL
		env["SLACK_CLIENT_ID"], env["SLACK_CLIENT_SECRET"] = s.slack.ClientID(), s.slack.ClientSecret()
	}
	p := configured(s.t, env)
	p.log = slog.New(slog.NewTextHandler(s.log, &slog.HandlerOptions{Level: slog.LevelWarn}))
	return p
}

// start starts the program and waits until users can reach it.
func (s *bubble) start() {
	s.t.Helper()
	s.launch()
	if s.unready {
		synctest.Wait()
		return
	}
	if s.modes.discord == "gateway" {
		s.discord.WaitReady()
	}
	if s.modes.discord != "" {
		s.discord.WaitRegistered()
	}
	if s.modes.slack == "socket" {
		s.slack.WaitConnected(1)
	}
	if !until(10*time.Second, s.ready) {
		s.t.Fatalf("the program does not become ready:\n%s", s.log)
	}
	if s.modes.slack == "oauth" {
		for _, w := range s.workspaces {
			s.install(w)
		}
	}
	synctest.Wait()
}

func (s *bubble) ready() bool {
	ok, broken := s.health.ready(context.Background())
	return ok && len(broken) == 0
}

// launch starts the program without waiting.
func (s *bubble) launch() {
	bot, m := s.program(), metrics.New()
	pictures, games, err := bot.publicPages(s.t.Context(), s.db)
	must(s.t, err)
	byName, handlers := bot.platforms(s.db.Installs, s.db.Leases, pictures, time.Now, m,
		func(to discord.Config) *discord.Adapter {
			to.Transport, to.Network.Dial = s.discord.Transport(), s.discord.Dial
			return discord.New(to)
		},
		func(to slack.Config) *slack.Adapter {
			to.Transport, to.Network.Dial = s.slack.Transport(), s.slack.Dial
			return slack.New(to)
		},
	)
	if games != nil {
		handlers[page.GamesPath] = games.Public()
	}
	ctx, stop := context.WithCancel(context.Background())
	p := &process{byName: byName, handlers: handlers, metrics: m, stop: stop, ended: make(chan error, 1)}
	s.process = p
	if a, ok := byName[discord.Platform].(*discord.Adapter); ok && s.modes.discord == "http" {
		s.discord.ConnectHTTP(a)
	}
	if a, ok := byName[slack.Platform].(*slack.Adapter); ok && s.modes.slack != "socket" {
		s.slack.ConnectHTTP(a.Handler())
	}
	p.health = newReadiness(p.byName, s.db, bottest.Clock(time.Now))
	db := m.WrapStore(s.db)
	if s.wrapStore != nil {
		db = s.wrapStore(db)
	}
	go func() {
		p.ended <- bot.runAdapters(ctx, db, p.byName, bottest.Clock(time.Now), notice.New(nil), m, games)
	}()
	s.t.Cleanup(func() {
		for _, t := range []http.RoundTripper{s.discord.Transport(), s.slack.Transport()} {
			t.(*http.Transport).CloseIdleConnections()
		}
		stop()
		if err := <-p.ended; err != nil {
			s.t.Error(err)
		}
	})
}

// install installs the bot in a workspace through the install pages.
func (s *bubble) install(w *slacktest.Workspace) {
	s.t.Helper()
	h := s.byName[slack.Platform].(*slack.Adapter).Handler()
	asked := httptest.NewRecorder()
	h.ServeHTTP(asked, httptest.NewRequest(http.MethodGet, ownURL+"/slack/install", nil))
	back := httptest.NewRequest(http.MethodGet, s.slack.Consent(w, asked.Header().Get("Location")), nil)
	for _, c := range asked.Result().Cookies() {
		back.AddCookie(c)
	}
	answer := httptest.NewRecorder()
	if h.ServeHTTP(answer, back); answer.Code != http.StatusOK {
		s.t.Fatalf("an installation ends with %d", answer.Code)
	}
}

// metric scrapes a platform's value of a metric. It returns "none" if the value is missing.
func (s *bubble) metric(name, platform string) string {
	s.t.Helper()
	w := httptest.NewRecorder()
	s.metrics.Handler().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	for line := range strings.Lines(w.Body.String()) {
		if value, ok := strings.CutPrefix(line, name+`{platform="`+platform+`"} `); ok {
			return strings.TrimSpace(value)
		}
	}
	return "none"
}

func (s *bubble) stored(at chat.Place) game.Room {
	s.t.Helper()
	room, err := s.db.Load(context.Background(), game.Place(at.String()), "")
	must(s.t, err)
	return room
}

func (s *bubble) channel(platform string, n int) channel {
	a := s.byName[platform]
	if platform == discord.Platform {
		return channel{discordtest.NewClient(s.t, s.discord, s.discord.Channel(fmt.Sprint("channel ", n)), a, nil)}
	}
	parts := slacktest.ClientConfig{Platform: slack.Platform, Limits: a.Limits(), Poster: a}
	return channel{slacktest.NewClient(s.slack, s.slack.Channel(fmt.Sprint("channel-", n)), parts)}
}

// soloModes maps each platform to modes that connect no other platform.
var soloModes = map[string]modes{discord.Platform: {discord: "http"}, slack.Platform: {slack: "http"}}

// until polls happened until it returns true. It returns false if that takes longer than within.
func until(within time.Duration, happened func() bool) bool {
	for end := time.Now().Add(within); !happened(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			return false
		}
	}
	return true
}

func (s *bubble) playing(at chat.Place) game.Game {
	s.t.Helper()
	if room := s.stored(at); room.Active != nil {
		return *room.Active
	}
	s.t.Fatalf("no game runs in %v", at)
	return game.Game{}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
