package app

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"othellobot/adapters/discord"
	"othellobot/adapters/slack"
	"othellobot/internal/app/config"
	"othellobot/internal/app/sealed"
	"othellobot/store"
)

// task runs until its context is done, and then finishes its work before it returns.
type task = func(context.Context) error

// runTogether runs tasks until ctx is done or one of them returns. Then it stops the others, waits for
// them, and joins all errors.
func runTogether(ctx context.Context, tasks ...task) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	failures := make([]error, len(tasks))
	var running sync.WaitGroup
	for i, t := range tasks {
		running.Go(func() {
			defer stop()
			failures[i] = t(ctx)
		})
	}
	running.Wait()
	return errors.Join(failures...)
}

// runIndependently runs the platforms' tasks until all have returned. It logs each failure, and fails only
// if all tasks fail.
func runIndependently(ctx context.Context, tasks map[string]task, log *slog.Logger) error {
	failures := make(chan error, len(tasks))
	for name, t := range tasks {
		go func() {
			err := t(ctx)
			if err != nil {
				log.ErrorContext(ctx, "a platform is given up", "platform", name, "error", err)
			}
			failures <- err
		}()
	}
	var failed []error
	for range tasks {
		if err := <-failures; err != nil {
			failed = append(failed, err)
		}
	}
	if len(failed) < len(tasks) {
		return nil
	}
	return errors.Join(failed...)
}

// runWithServices runs t and, until t returns, the services. A done ctx does not stop the services, so
// that t can use them while it finishes.
func runWithServices(ctx context.Context, t task, services ...func(context.Context)) error {
	serving, stop := context.WithCancel(context.WithoutCancel(ctx))
	var running sync.WaitGroup
	for _, s := range services {
		running.Go(func() { s(serving) })
	}
	defer running.Wait()
	defer stop()
	return t(ctx)
}

// ignoreHangups returns a service that logs every SIGHUP, which then does not end the process. A closing
// terminal sends it, and so do operators who expect a program to reread its settings.
func ignoreHangups(log *slog.Logger) func(ctx context.Context) {
	hangups := make(chan os.Signal, 1)
	signal.Notify(hangups, syscall.SIGHUP)
	return func(ctx context.Context) {
		defer signal.Stop(hangups)
		for {
			select {
			case <-hangups:
				log.InfoContext(ctx, "SIGHUP changes nothing, restart the bot to have the settings read again")
			case <-ctx.Done():
				return
			}
		}
	}
}

const inspectEvery = 24 * time.Hour

// inspection returns a service that regularly reads the whole database. It ends when verify finds
// damage, which the store records and reports.
func inspection(verify func(context.Context) error, log *slog.Logger) func(context.Context) {
	return func(ctx context.Context) {
		for {
			err := verify(ctx)
			switch {
			case ctx.Err() != nil || errors.Is(err, store.ErrDamaged):
				return
			case err != nil:
				log.WarnContext(ctx, "cannot find out whether the database is damaged", "error", err)
			}
			if sleep(ctx, inspectEvery) != nil {
				return
			}
		}
	}
}

// sleep fails if ctx is done first.
func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

const platformTimeout = 5 * time.Second

// The first census waits, because the start already makes many requests to Discord.
const (
	firstCensus = time.Minute
	censusEvery = time.Hour
)

// census returns a service that regularly counts the servers and workspaces that have the bot.
func census(c config.Config, installs *sealed.Installs, set func(platform string, n int)) func(context.Context) {
	return func(ctx context.Context) {
		for wait := firstCensus; sleep(ctx, wait) == nil; wait = censusEvery {
			countTenants(ctx, c, installs, set)
		}
	}
}

func countTenants(ctx context.Context, c config.Config, installs *sealed.Installs, set func(platform string, n int)) {
	ctx, cancel := context.WithTimeout(ctx, platformTimeout)
	defer cancel()
	if c.Discord != nil {
		if app, err := discord.Identify(ctx, c.Discord.APIURL, c.Discord.Token.Reveal()); err == nil {
			set(discord.Platform, app.Servers)
		}
	}
	switch {
	case c.Slack == nil:
	case c.Slack.BotToken.Reveal() != "":
		set(slack.Platform, 1)
	default:
		if names, err := installs.Names(ctx); err == nil {
			set(slack.Platform, len(names))
		}
	}
}
