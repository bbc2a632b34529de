package app

import (
	"context"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/bot"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/internal/clock"
	"othellobot/internal/deadline"
	"othellobot/words"
)

var keeping = game.Timing{IdleExpiry: 168 * time.Hour, Retention: 2160 * time.Hour}

// bothPlatforms makes meeting places, by the platform's name.
var bothPlatforms = map[string]func(*testing.T) (meeting, func()){"Discord": onDiscord, "Slack": onSlack}

// meetOver opens a meeting place in a bubble, for games of a table, with an engine
// or nil. The bot runs there until the end of the test.
func meetOver(t *testing.T, kept game.Ports, e bot.Engine, meet func(*testing.T) (meeting, func())) meeting {
	t.Helper()
	m, connect := meet(t)
	if err := m.adapter.Prepare(t.Context()); err != nil {
		t.Fatal(err)
	}
	name := m.Place().Platform
	log := slog.New(slog.DiscardHandler)
	b := bot.New(bot.Config{
		Words: words.MustLoad(),
		Ports: kept, Engine: e, Limits: map[string]chat.Limits{name: m.adapter.Limits()},
		Clock: clock.Func(time.Now), Log: log, Seed: 1, IdleExpiry: keeping.IdleExpiry,
	})
	runner := b.Runner(map[string]chat.Poster{name: m.adapter}, log)
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		ended <- beside(ctx, runner.Run, func(ctx context.Context) error { return m.adapter.Run(ctx, deadline.Handler(b)) })
	}()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	connect()
	synctest.Wait()
	return m
}

// says has somebody do something, and waits for what comes of it at once.
func (m meeting) says(t *testing.T, line string) {
	t.Helper()
	user, does, _ := strings.Cut(line, ": ")
	m.do(t, user, does)
	synctest.Wait()
}
