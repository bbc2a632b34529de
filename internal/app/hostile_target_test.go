package app

import (
	"context"
	"encoding/hex"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/discord"
	"othellobot/adapters/discord/discordtest"
	"othellobot/adapters/slack"
	"othellobot/adapters/slack/slacktest"
	"othellobot/internal/app/config"
	"othellobot/internal/app/metrics"
	"othellobot/internal/app/notice"
	"othellobot/internal/app/web"
	"othellobot/internal/app/web/webtest"
	"othellobot/internal/clock"
	"othellobot/store"
	"othellobot/words"
)

// Where the program is in a bubble.
const (
	ownURL     = "http://othello.test"
	ownAddress = "othello.test:80"
)

// target is the whole program by HTTP in a bubble of [testing/synctest], with both
// platforms, and games in some places: its configuration, its routes and its
// server are those that run is made of.
type target struct {
	t              *testing.T
	discord        *discordtest.Server
	slack          *slacktest.Server
	otherWorkspace *slacktest.Workspace // another than the one where all else happens
	kept           *store.Store
	tapped         *tap
	clients        *webtest.Pipes
	grounds        map[string]ground // by platform and scene: "slack duel"

	byName map[string]platform

	began  time.Time
	ids    uint64                  // how many were made up
	before outlook                 // what it was before the next attack
	read   struct{ taps, log int } // how much of it the guard has looked at

	mu    sync.Mutex
	log   strings.Builder
	asked []string // what else the program wanted to reach
}

// attacked starts a program, and has people play in each scene of each platform.
func attacked(t *testing.T) *target {
	t.Helper()
	s := &target{t: t, discord: discordtest.NewPiped(t), slack: slacktest.NewPiped(t), clients: webtest.NewPipes(), grounds: make(map[string]ground), began: time.Now()}
	s.otherWorkspace = s.slack.NewWorkspace("other")
	s.discord.Fail(func(r *http.Request) *discordtest.Fault { // tiles take most of the time of a test
		if strings.HasSuffix(r.URL.Path, "/emojis") {
			return &discordtest.Fault{Status: http.StatusForbidden, Code: 50001}
		}
		return nil
	})
	for _, transport := range []http.RoundTripper{s.discord.Transport(), s.slack.Transport()} {
		dialer := transport.(*http.Transport)
		dialer.DialContext = s.dial(dialer.DialContext)
	}
	s.run()
	s.discord.ConnectURL(ownURL + "/discord/interactions")
	s.slack.ConnectURL(ownURL)
	s.install(s.slack.Workspace)
	s.install(s.otherWorkspace)
	s.stage()
	return s
}

// environment returns the program's environment.
func (s *target) environment() map[string]string {
	return map[string]string{
		"DISCORD_TOKEN": s.discord.Token(), "DISCORD_MODE": "http", "DISCORD_PUBLIC_KEY": hex.EncodeToString(s.discord.PublicKey()),
		"DISCORD_API_URL":      s.discord.APIURL(),
		"SLACK_SIGNING_SECRET": s.slack.SigningSecret(), "SLACK_CLIENT_ID": s.slack.ClientID(), "SLACK_CLIENT_SECRET": s.slack.ClientSecret(),
		"SLACK_API_URL": s.slack.APIURL(), "PUBLIC_URL": ownURL, "DATABASE_URL": "memory:",
	}
}

// run runs the program until the end of the test.
func (s *target) run() {
	s.t.Helper()
	c := configured(s.t, s.environment())
	log, m := s.logger(), metrics.New()
	var err error
	if s.kept, err = openStore(s.t.Context(), c, log); err != nil {
		s.t.Fatal(err)
	}
	byName, requests := s.adapters(c, m)
	health := newReadiness(byName, s.kept, clock.Func(time.Now))
	s.byName, s.tapped = byName, &tap{next: web.Routes(health.ready, requests)}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		ended <- together(ctx, func(ctx context.Context) error {
			return play(ctx, c, words.MustLoad(), m.Commits(s.kept), byName, clock.Func(time.Now), notice.New(nil), m, log)
		}, func(ctx context.Context) error {
			return web.Serve(ctx, s.clients, s.tapped, log)
		})
	}()
	s.t.Cleanup(func() {
		for _, transport := range []http.RoundTripper{s.discord.Transport(), s.slack.Transport()} {
			transport.(*http.Transport).CloseIdleConnections()
		}
		stop()
		if err := errors.Join(<-ended, s.kept.Close()); err != nil {
			s.t.Error(err)
		}
	})
	synctest.Wait()
}

// adapters are those of the configuration, but that they reach nothing besides the
// fakes, and what they answer at the program's own routes.
func (s *target) adapters(c config.Config, m *metrics.Metrics) (map[string]platform, map[string]http.Handler) {
	pictures, err := newGallery(s.t.Context(), c, s.kept.Installs)
	if err != nil {
		s.t.Fatal(err)
	}
	return platforms(c, words.MustLoad(), s.kept.Installs, s.kept.Leases, pictures, clock.Func(time.Now), m, s.logger(),
		func(to discord.Config) *discord.Adapter {
			to.Transport, to.Dial = s.discord.Transport(), s.discord.Dial
			return discord.New(to)
		},
		func(to slack.Config) *slack.Adapter {
			to.Transport, to.Dial = s.slack.Transport(), s.slack.Dial
			return slack.New(to)
		},
	)
}

// Write implements [io.Writer] for the log.
func (s *target) Write(line []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.log.Write(line)
}

// logged is the log so far.
func (s *target) logged() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.log.String()
}

// logger logs everything. Nothing takes secrets out, for none is to go in.
func (s *target) logger() *slog.Logger {
	return slog.New(slog.NewTextHandler(s, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

type dial = func(ctx context.Context, network, address string) (net.Conn, error)

// dial leads to the program itself, or to where a fake leads. It notes all other
// addresses.
func (s *target) dial(fake dial) dial {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		if address == ownAddress {
			return s.clients.Dial()
		}
		conn, err := fake(ctx, network, address)
		if err != nil {
			s.note(address)
		}
		return conn, err
	}
}

// note notes something that the program wanted to reach.
func (s *target) note(address string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, address)
}

// strays lists what the program wanted to reach besides the fakes.
func (s *target) strays() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked
}

// send sends a request to the program as it stands, and waits for all that comes
// of it.
func (s *target) send(r *http.Request) *http.Response {
	response := s.transmit(r)
	synctest.Wait()
	return response
}

// transmit is send without the wait. It may be called concurrently.
func (s *target) transmit(r *http.Request) *http.Response {
	response, err := s.discord.Transport().RoundTrip(r)
	if err != nil {
		s.t.Errorf("a request is not answered: %v", err)
		return &http.Response{Header: http.Header{}}
	}
	_, _ = io.Copy(io.Discard, response.Body) // the tap has it
	_ = response.Body.Close()
	return response
}

// get asks for a page of the program in a browser with these cookies.
func (s *target) get(address string, cookies ...*http.Cookie) *http.Response {
	s.t.Helper()
	r, err := http.NewRequest(http.MethodGet, address, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, c := range cookies {
		r.AddCookie(c)
	}
	return s.send(r)
}

// begins begins an installation: it gives where the browser is sent, and the
// cookie that it is given.
func (s *target) begins() (address string, cookie *http.Cookie) {
	s.t.Helper()
	answer := s.get(ownURL + "/slack/install")
	cookies := answer.Cookies()
	if len(cookies) != 1 {
		s.t.Fatalf("the page to install gives %d and the cookies %v", answer.StatusCode, cookies)
	}
	return answer.Header.Get("Location"), cookies[0]
}

// install has somebody install the bot in a workspace.
func (s *target) install(w *slacktest.Workspace) {
	s.t.Helper()
	address, cookie := s.begins()
	if answer := s.get(s.slack.Consent(w, address), cookie); answer.StatusCode != http.StatusOK {
		s.t.Fatalf("an installation ends with %d", answer.StatusCode)
	}
	if data, err := s.kept.Installs.Load(s.t.Context(), w.TeamID); err != nil || len(data) == 0 {
		s.t.Fatalf("after an installation %q is kept: %v", data, err)
	}
}
