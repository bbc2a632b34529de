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

type findings struct {
	to     io.Writer
	failed int
	clocks []clockOffset

	applicationID string // on Discord; empty until Discord has accepted the token
}

type clockOffset struct {
	whose string        // owner of another clock, such as "Slack's"
	ahead time.Duration // how far the machine's clock is ahead of the other
}

func (f *findings) pass(what, format string, args ...any) { f.print("ok ", what, format, args...) }

func (f *findings) fail(what string, err error) {
	f.failed++
	f.print("BAD", what, "%v", err)
}

func (f *findings) print(verdict, what, format string, args ...any) {
	text := strings.ReplaceAll(fmt.Sprintf(format, args...), "\n", "; ")
	_, _ = fmt.Fprintf(f.to, "%s  %-13s  %s\n", verdict, what, text) // if writing fails, the exit status still shows the result
}

// addClock records that another clock showed t in its answer to a request sent at began. t may be zero.
func (f *findings) addClock(whose string, began, t time.Time) {
	if !t.IsZero() {
		f.clocks = append(f.clocks, clockOffset{whose, began.Add(time.Since(began) / 2).Sub(t)})
	}
}

// check tests the configuration, the database, the addresses, the tokens and the clock.
func (p program) check(ctx context.Context) error {
	f := &findings{to: logging.Redact(p.stdout, p.Secrets()...)}
	f.configuration(p.Config)
	f.database(ctx, p.Config)
	f.addresses(ctx, p.Config)
	if p.Discord != nil {
		f.discord(ctx, *p.Discord)
	}
	if p.Slack != nil {
		f.slack(ctx, *p.Slack)
	}
	f.time()
	if f.failed > 0 {
		return fmt.Errorf("check: %d found bad", f.failed)
	}
	return nil
}

func (f *findings) configuration(c config.Config) {
	var parts []string
	if c.Discord != nil {
		parts = append(parts, discord.Platform+" by "+transport(c.Discord.Listens(), "gateway"))
	}
	if c.Slack != nil {
		parts = append(parts, slack.Platform+" by "+transport(c.Slack.Listens(), "Socket Mode"))
	}
	if parts == nil {
		f.fail("configuration", errors.New("no platform is configured: set DISCORD_TOKEN or SLACK_BOT_TOKEN; bot setup asks for them"))
		return
	}
	f.pass("configuration", "%s", strings.Join(parts, ", "))
}

func transport(listens bool, otherwise string) string {
	if listens {
		return "HTTP"
	}
	return otherwise
}

func (f *findings) database(ctx context.Context, c config.Config) {
	url, err := databaseURL(c)
	if err != nil {
		f.pass("database", "games are kept in memory only and end with the process")
		return
	}
	version, needed, err := store.Schema(ctx, url)
	missing := errors.Is(err, fs.ErrNotExist) || err == nil && version == 0
	if missing || err == nil && version < needed {
		err = store.DryRun(ctx, url, timing(c))
	}
	switch {
	case err != nil:
	case missing:
		f.pass("database", "there is none yet, the first start makes it")
	case version < needed:
		f.pass("database", "schema version %d, which the next start brings to %d", version, needed)
	default:
		err = f.existing(ctx, c, url, version)
	}
	if err != nil {
		f.fail("database", fmt.Errorf("DATABASE_URL: %w", err))
	}
}

func (f *findings) existing(ctx context.Context, c config.Config, url string, version int) error {
	db, err := openForOperator(ctx, c)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := db.Check(ctx); err != nil {
		return fmt.Errorf("it cannot be written: %w", err)
	}
	if !db.Shared {
		if err := store.DryRun(ctx, url, timing(c)); err != nil {
			return err
		}
	}
	if err := db.Verify(ctx); err != nil {
		return err
	}
	games, err := db.CountRunning(ctx)
	if err != nil {
		return err
	}
	f.pass("database", "schema version %d, no damage found, %s being played", version, plural(games, "game"))
	began := time.Now()
	if t, ok, err := db.Time(ctx); ok && err == nil {
		f.addClock("the database's", began, t)
	}
	return f.installed(ctx, c, db)
}

func (f *findings) installed(ctx context.Context, c config.Config, db *store.Store) error {
	if c.Slack == nil || c.Slack.ClientID == "" {
		return nil
	}
	installs, err := sealInstalls(c, db, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	names, err := installs.Names(ctx)
	if err != nil {
		return err
	}
	for _, name := range names {
		if _, err := installs.Load(ctx, name); err != nil && !errors.Is(err, sealed.ErrUnreadable) {
			return err
		}
	}
	if closed := installs.Unreadable(); closed > 0 {
		f.fail("workspaces", fmt.Errorf("SECRET_KEY does not open the tokens of %d of %d", closed, len(names)))
	} else {
		f.pass("workspaces", "%d have installed the bot, and their tokens can be opened", len(names))
	}
	return nil
}

func (f *findings) addresses(ctx context.Context, c config.Config) {
	for _, at := range endpoints(c) {
		listener, err := web.Bind(ctx, at.key, at.address)
		switch {
		case err == nil:
			defer listener.Close() // not before the end, so that a second key with the same address is found
			f.pass("listening", "%s can be used", at.key)
		case errors.Is(err, syscall.EADDRINUSE) && alive(ctx, at.address):
			f.pass("listening", "%s is used by a bot that runs", at.key)
		default:
			f.fail("listening", err)
		}
	}
}

func (f *findings) discord(ctx context.Context, c config.Discord) {
	ctx, cancel := context.WithTimeout(ctx, platformTimeout)
	defer cancel()
	began := time.Now()
	app, err := discord.Identify(ctx, c.APIURL, c.Token.Reveal())
	if err != nil {
		f.fail(discord.Platform, err)
		return
	}
	f.addClock("Discord's", began, app.AnsweredAt)
	f.applicationID = app.ID
	if c.PublicKey != nil && !strings.EqualFold(app.Key, hex.EncodeToString(c.PublicKey)) {
		f.fail(discord.Platform, fmt.Errorf("the token is that of the application %q, and DISCORD_PUBLIC_KEY is another's", app.Name))
		return
	}
	f.pass(discord.Platform, "the token is that of the application %q, in about %s", app.Name, plural(app.Servers, "server"))
	if c.Listens() {
		return
	}
	if err := discord.CheckGateway(ctx, c.APIURL, c.Token.Reveal()); err != nil {
		f.fail(discord.Platform, err)
	} else {
		f.pass(discord.Platform, "the gateway can be reached")
	}
}

// slack does not test the tokens of installations, which installed tests.
func (f *findings) slack(ctx context.Context, c config.Slack) {
	ctx, cancel := context.WithTimeout(ctx, platformTimeout)
	defer cancel()
	if token := c.BotToken.Reveal(); token != "" {
		began := time.Now()
		bot, err := slack.Identify(ctx, c.APIURL, token)
		if err != nil {
			f.fail(slack.Platform, err)
			return
		}
		f.addClock("Slack's", began, bot.AnsweredAt)
		f.pass(slack.Platform, "the token is that of %q in the workspace %q", bot.User, bot.Team)
	}
	if token := c.AppToken.Reveal(); token != "" {
		if err := slack.CheckSocketMode(ctx, c.APIURL, token); err != nil {
			f.fail(slack.Platform, err)
		} else {
			f.pass(slack.Platform, "Socket Mode can be reached")
		}
	}
}

func (f *findings) time() {
	if len(f.clocks) == 0 {
		f.pass("clock", "nobody told the time to compare it with")
	}
	for _, c := range f.clocks {
		if off := c.ahead.Abs(); off > clock.Tolerance {
			f.fail("clock", fmt.Errorf("it is %v off %s: run NTP", off.Round(10*time.Second), c.whose))
		} else {
			f.pass("clock", "within %v of %s", clock.Tolerance, c.whose)
		}
	}
}
