package app

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"strings"
	"syscall"
	"time"

	"othellobot/adapters/discord"
	"othellobot/adapters/slack"
	"othellobot/internal/app/config"
	"othellobot/internal/app/logging"
	"othellobot/internal/app/sealed"
	"othellobot/internal/app/web"
	"othellobot/internal/clock"
	"othellobot/store"
)

// findings prints the results of a check, one per line.
type findings struct {
	to    io.Writer
	bad   int
	clock []reading
}

// reading is the offset of the machine's clock from another clock; positive if the machine is ahead.
type reading struct {
	whose  string
	offset time.Duration
}

func (f *findings) well(what, format string, args ...any) { f.tell("ok ", what, format, args...) }

func (f *findings) wrong(what string, err error) {
	f.bad++
	f.tell("BAD", what, "%v", err)
}

func (f *findings) tell(verdict, what, format string, args ...any) {
	text := strings.ReplaceAll(fmt.Sprintf(format, args...), "\n", "; ")
	_, _ = fmt.Fprintf(f.to, "%s  %-13s  %s\n", verdict, what, text) // if stdout is gone, the exit status remains
}

// hear records the time that another clock returned to a request sent at began. It ignores a zero
// time.
func (f *findings) hear(whose string, began, told time.Time) {
	if told.IsZero() {
		return
	}
	f.clock = append(f.clock, reading{whose, began.Add(time.Since(began) / 2).Sub(told)})
}

// runCheck tests everything that the bot needs. It stores nothing except a heartbeat. It fails if any
// test fails.
func runCheck(ctx context.Context, c config.Config, stdout io.Writer) error {
	f := &findings{to: logging.Scrub(stdout, c.Secrets()...)}
	f.configuration(c)
	f.database(ctx, c)
	f.addresses(ctx, c)
	if c.Discord != nil {
		f.discord(ctx, *c.Discord)
	}
	if c.Slack != nil {
		f.slack(ctx, *c.Slack)
	}
	f.time()
	if f.bad > 0 {
		return fmt.Errorf("check: %d found bad", f.bad)
	}
	return nil
}

func (f *findings) configuration(c config.Config) {
	var parts []string
	if c.Discord != nil {
		parts = append(parts, discord.Platform+" by "+way(c.Discord.Listens(), "gateway"))
	}
	if c.Slack != nil {
		parts = append(parts, slack.Platform+" by "+way(c.Slack.Listens(), "Socket Mode"))
	}
	if parts == nil {
		f.wrong("configuration", errors.New("no platform is configured: set DISCORD_TOKEN or SLACK_BOT_TOKEN"))
		return
	}
	f.well("configuration", "%s", strings.Join(parts, ", "))
}

func way(listens bool, otherwise string) string {
	if listens {
		return "HTTP"
	}
	return otherwise
}

func (f *findings) database(ctx context.Context, c config.Config) {
	url, err := databaseURL(c)
	if err != nil {
		f.well("database", "games are kept in memory only and end with the process")
		return
	}
	stands, needed, err := store.Schema(ctx, url)
	none := errors.Is(err, fs.ErrNotExist) || err == nil && stands == 0
	if none || err == nil && stands < needed {
		err = store.DryRun(ctx, url, timing(c))
	}
	switch {
	case err != nil:
		f.wrong("database", err)
		return
	case none:
		f.well("database", "there is none yet, the first start makes it")
		return
	case stands < needed:
		f.well("database", "schema version %d, which the next start brings to %d", stands, needed)
		return
	}
	kept, err := visit(ctx, c)
	if err != nil {
		f.wrong("database", err)
		return
	}
	defer kept.Close()
	if err := f.inspect(ctx, c, url, kept, stands); err != nil {
		f.wrong("database", err)
	}
}

// inspect checks an existing database.
func (f *findings) inspect(ctx context.Context, c config.Config, url string, kept *store.Store, stands int) error {
	if err := kept.Check(ctx); err != nil {
		return fmt.Errorf("it cannot be written: %w", err)
	}
	if !kept.Shared {
		if err := store.DryRun(ctx, url, timing(c)); err != nil {
			return err
		}
	}
	if err := kept.Verify(ctx); err != nil {
		return err
	}
	games, err := kept.Playing(ctx)
	if err != nil {
		return err
	}
	f.well("database", "schema version %d, no damage found, %s being played", stands, count(games, "game"))
	began := time.Now()
	if told, ok, err := kept.Time(ctx); ok && err == nil {
		f.hear("the database's", began, told)
	}
	return f.installed(ctx, c, kept)
}

// installed checks that the stored tokens of workspaces can be opened.
func (f *findings) installed(ctx context.Context, c config.Config, kept *store.Store) error {
	if c.Slack == nil || c.Slack.ClientID == "" {
		return nil
	}
	installs, err := sealInstalls(c, kept, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	names, err := installs.Names(ctx)
	if err != nil {
		return err
	}
	for _, name := range names {
		if _, err := installs.Load(ctx, name); err != nil && !errors.Is(err, sealed.ErrClosed) {
			return err
		}
	}
	if closed := installs.Closed(); closed > 0 {
		f.wrong("workspaces", fmt.Errorf("SECRET_KEY does not open the tokens of %d of %d", closed, len(names)))
	} else {
		f.well("workspaces", "%d have installed the bot, and their tokens can be opened", len(names))
	}
	return nil
}

// addresses checks that the bot can listen at its addresses. An address where a bot already answers
// counts as good.
func (f *findings) addresses(ctx context.Context, c config.Config) {
	for _, at := range listening(c) {
		listener, err := web.Bind(ctx, at.key, at.address)
		switch {
		case err == nil:
			defer listener.Close() // at the end, because two keys may have the same address
			f.well("listening", "%s can be used", at.key)
		case errors.Is(err, syscall.EADDRINUSE) && alive(ctx, at.address):
			f.well("listening", "%s is used by a bot that runs", at.key)
		default:
			f.wrong("listening", err)
		}
	}
}

func (f *findings) discord(ctx context.Context, c config.Discord) {
	ctx, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	began := time.Now()
	who, err := discord.Identify(ctx, c.APIURL, c.Token.Reveal())
	if err != nil {
		f.wrong(discord.Platform, err)
		return
	}
	f.hear("Discord's", began, who.Told)
	if c.PublicKey != nil && !strings.EqualFold(who.Key, hex.EncodeToString(c.PublicKey)) {
		f.wrong(discord.Platform, fmt.Errorf("the token is that of the application %q, and DISCORD_PUBLIC_KEY is another's", who.Name))
		return
	}
	f.well(discord.Platform, "the token is that of the application %q, in about %s", who.Name, count(who.Servers, "server"))
}

// slack checks the app's tokens. If many workspaces install the app, each has its own bot token, which
// installed checks.
func (f *findings) slack(ctx context.Context, c config.Slack) {
	ctx, cancel := context.WithTimeout(ctx, askWithin)
	defer cancel()
	if token := c.BotToken.Reveal(); token != "" {
		began := time.Now()
		who, err := slack.Identify(ctx, c.APIURL, token)
		if err != nil {
			f.wrong(slack.Platform, err)
			return
		}
		f.hear("Slack's", began, who.Told)
		f.well(slack.Platform, "the token is that of %q in the workspace %q", who.User, who.Team)
	}
	if token := c.AppToken.Reveal(); token != "" {
		if err := slack.TryLink(ctx, c.APIURL, token); err != nil {
			f.wrong(slack.Platform, err)
		}
	}
}

// time compares the machine's clock with the other clocks that answered.
func (f *findings) time() {
	if len(f.clock) == 0 {
		f.well("clock", "nobody told the time to compare it with")
	}
	for _, r := range f.clock {
		if off := r.offset.Abs(); off > clock.Tolerance {
			f.wrong("clock", fmt.Errorf("it is %v off %s: run NTP", off.Round(10*time.Second), r.whose))
		} else {
			f.well("clock", "within %v of %s", clock.Tolerance, r.whose)
		}
	}
}
