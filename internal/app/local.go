package app

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"time"

	"golang.org/x/term"

	"othellobot/adapters/local"
	"othellobot/bot"
	"othellobot/bot/runner"
	"othellobot/chat"
	"othellobot/internal/app/config"
	"othellobot/people"
	"othellobot/words"
)

const scriptSeed = 1

// runLocal runs the local channel until its input ends. Without -local, input that ends before its
// first line is an error: a container without its configuration must not look healthy.
func runLocal(
	ctx context.Context, c config.Config, o options, catalog *words.Catalog, getenv func(string) string,
	stdin io.Reader, stdout io.Writer, log *slog.Logger,
) error {
	terminal := isTerminal(stdin) && isTerminal(stdout)
	input := bufio.NewReader(stdin)
	if !o.local && !terminal {
		if _, err := input.Peek(1); err != nil {
			return &usageError{errors.New(
				"nothing to run: no platform is configured (DISCORD_TOKEN, SLACK_BOT_TOKEN), and there is no input for the local channel",
			)}
		}
	}
	if o.pictures != "" {
		if err := os.MkdirAll(o.pictures, 0o755); err != nil {
			return &usageError{fmt.Errorf("-pictures: %w", err)}
		}
	}
	db, err := openStore(ctx, c, log)
	if err != nil {
		return err
	}
	emoji := o.board == "emoji" || o.board == "" && terminal && showsEmoji(getenv)
	limits := map[string]chat.Limits{local.Platform: local.Limits(emoji, o.pictures)}
	b, runner, clock := newLocalGames(c, catalog, db, limits, terminal, log)
	var adapter *local.Adapter
	var lines io.Reader = input
	screen, editing := stdout, false
	if terminal {
		complete := func(word string) []string { return adapter.Squares(ctx, word) }
		if e, restore, ok := edited(stdin.(*os.File), stdout.(*os.File), complete); ok {
			defer restore()
			lines, screen, editing = e, e, true
		}
	}
	adapter = local.New(local.Config{
		Handler:  b,
		Says:     LocalSays(catalog.Default()),
		In:       lines,
		Out:      screen,
		Edited:   editing,
		Terminal: terminal,
		Emoji:    emoji,
		Pictures: o.pictures,
		Settle:   runner.Settle,
		Wait:     waiting(clock, runner),
		Log:      log,
	})
	runner.Posters[local.Platform] = adapter
	if !terminal {
		return errors.Join(adapter.Run(ctx), db.Close())
	}
	fmt.Fprintln(screen, "No platform is configured, so this is a local channel. Type: start, move d3, or help. quit ends it.")
	return errors.Join(beside(ctx, adapter.Run, runner.Run), db.Close())
}

// newLocalGames returns the bot of a local channel, with its runner and clock. If live is set, time
// passes; otherwise the channel shows a script, which has the same result each time.
func newLocalGames(
	c config.Config, catalog *words.Catalog, db people.Store, limits map[string]chat.Limits, live bool, log *slog.Logger,
) (*bot.Bot, *runner.Runner, *localClock) {
	clock := &localClock{source: time.Now}
	thinker := newEngine()
	settings := botConfig(c, catalog, db, limits, clock, thinker, log)
	if !live {
		clock.source = func() time.Time { return scriptStart }
		settings.Engine = thinker // no time limit, so that the game is reproducible
		if c.Database.Reveal() == config.MemoryOnly {
			settings.Seed = scriptSeed // stored games would repeat from run to run
		}
	}
	b := bot.New(settings)
	return b, b.Runner(b, make(map[string]chat.Poster), log), clock
}

func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// showsEmoji reports whether the terminal can show emoji, judging by its environment.
func showsEmoji(getenv func(string) string) bool {
	for _, key := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if value := getenv(key); value != "" {
			name := strings.ToLower(value)
			utf8 := strings.Contains(name, "utf-8") || strings.Contains(name, "utf8")
			return utf8 && getenv("TERM") != "linux" && getenv("TERM") != "dumb"
		}
	}
	return false
}
