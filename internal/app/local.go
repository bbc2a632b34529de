package app

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"

	"othellobot/adapters/local"
	"othellobot/adapters/page"
	"othellobot/bot"
	"othellobot/chat"
	"othellobot/internal/app/config"
	"othellobot/store"
)

const scriptSeed = 1

// runLocal runs the local channel until its input ends. Without -local, input that ends before its
// first line is an error: a container without its configuration must not look healthy.
func (p program) runLocal(ctx context.Context) error {
	o, terminal := p.flags, isTerminal(p.stdin) && isTerminal(p.stdout)
	input := bufio.NewReader(p.stdin)
	if !o.local && !terminal {
		peeked := make(chan error, 1)
		go func() {
			_, err := input.Peek(1)
			peeked <- err
		}()
		select {
		case <-ctx.Done(): // the input may stay open and silent
			return nil
		case err := <-peeked:
			if err != nil {
				return &usageError{errors.New(
					"nothing to run: no platform is configured (DISCORD_TOKEN, SLACK_BOT_TOKEN; bot setup asks for them), and there is no input for the local channel",
				)}
			}
		}
	}
	if o.pictures != "" {
		if err := os.MkdirAll(o.pictures, 0o755); err != nil {
			return &usageError{fmt.Errorf("-pictures: %w", err)}
		}
	}
	db, err := p.openStore(ctx) // before the terminal is in raw mode, which would garble the log
	if err != nil {
		return err
	}
	emoji := o.board == "emoji" || o.board == "" && terminal && showsEmoji(p.getenv)
	limits := map[string]chat.Limits{local.Platform: local.Limits(emoji, o.pictures)}
	settings := local.Config{In: input, Out: p.stdout, Terminal: terminal, Emoji: emoji, Pictures: o.pictures}
	var adapter *local.Adapter
	if terminal {
		complete := func(word string) []string { return adapter.Squares(ctx, word) }
		if e, restore, ok := startEditing(p.stdin.(*os.File), p.stdin, p.stdout.(*os.File), complete); ok {
			defer restore()
			settings.In, settings.Out, settings.LineEditor = e, e, true
		}
	}
	return p.runChannel(ctx, db, limits, settings, nil, func(ctx context.Context, a *local.Adapter) error {
		adapter = a
		if terminal {
			fmt.Fprintln(settings.Out, "No platform is configured, so this is a local channel. Type: start, move d3, or help. quit ends it.\nTo connect the bot to Discord or Slack, run it with the word setup.")
		}
		return a.Run(ctx)
	})
}

// runChannel runs a local channel, and closes db. The games also have pages unless games is nil. At a terminal the bot's due tasks run meanwhile. In a
// script they run after each line. A script with games in memory has the same output every time.
func (p program) runChannel(
	ctx context.Context, db *store.Store, limits map[string]chat.Limits, settings local.Config, games *page.Games,
	run func(context.Context, *local.Adapter) error,
) error {
	clock, e := &localClock{source: time.Now}, newEngine()
	bc := p.botConfig(db, limits, clock, e, func(string, time.Time) {})
	bc.Kept = db.Kept
	if !settings.Terminal {
		clock.source = func() time.Time { return scriptStart }
		bc.Engine = e // no time limit, so that the game is reproducible
		if p.Database.Reveal() == config.MemoryOnly {
			bc.Seed = scriptSeed // with a file, each run would store the same games again
		}
	}
	if games != nil {
		bc.PageURL, bc.SeatURL = games.Address, games.AddressOf
	}
	b, posters := bot.New(bc), make(map[string]chat.Poster)
	var handler chat.Handler = b
	if games != nil {
		handler = games.Watch(b)
	}
	runner := b.Runner(handler, posters, p.log)
	settings.Handler, settings.Sentences, settings.Log, settings.Settle = handler, LocalSentences(p.words.Default()), p.log, runner.Settle
	settings.Wait = func(ctx context.Context, d time.Duration) error {
		return runner.Wait(ctx, clock.Now().Add(d), clock.set)
	}
	adapter := local.New(settings)
	for platform := range limits {
		posters[platform] = adapter
	}
	if games != nil {
		games.Deliver = adapter.Deliver // before requests, which begin with run
	}
	channel := func(ctx context.Context) error { return run(ctx, adapter) }
	if settings.Terminal {
		return errors.Join(runWithServices(ctx, channel, runner.Run), db.Close())
	}
	return errors.Join(channel(ctx), db.Close())
}

func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

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

// localClock moves in a script only when the script waits. At a terminal it runs ahead of the machine's
// clock by the time of all waits.
type localClock struct {
	source func() time.Time

	mu    sync.Mutex
	ahead time.Duration
}

var scriptStart = time.Date(2026, time.January, 1, 12, 0, 0, 0, time.UTC)

func (c *localClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.source().Add(c.ahead)
}

func (c *localClock) Trusted() bool { return true }

func (c *localClock) set(t time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead = max(c.ahead, t.Sub(c.source()))
}

// editor reads lines from a terminal. Output written through it keeps the line being typed intact.
type editor struct {
	*term.Terminal
	rest string // unread part of the last line
}

// newEditor returns an editor on a terminal in raw mode. The Tab key completes the word before the
// cursor to the longest common prefix of the words that complete returns.
func newEditor(terminal io.ReadWriter, complete func(word string) []string) *editor {
	e := &editor{Terminal: term.NewTerminal(terminal, "> ")}
	e.AutoCompleteCallback = func(line string, at int, key rune) (string, int, bool) {
		if key != '\t' {
			return "", 0, false
		}
		begin := strings.LastIndexAny(line[:at], " :[") + 1
		word := commonPrefix(complete(line[begin:at]))
		if len(word) < at-begin {
			return line, at, true
		}
		return line[:begin] + word + line[at:], begin + len(word), true
	}
	return e
}

// Read returns entered lines, and [io.EOF] after Ctrl-C or Ctrl-D.
func (e *editor) Read(p []byte) (int, error) {
	for e.rest == "" {
		line, err := pasted(e.ReadLine())
		if err != nil {
			return 0, err
		}
		e.rest = line + "\n"
	}
	n := copy(p, e.rest)
	e.rest = e.rest[n:]
	return n, nil
}

// pasted drops the error that marks a line as pasted.
func pasted(line string, err error) (string, error) {
	if err == term.ErrPasteIndicator {
		err = nil
	}
	return line, err
}

func commonPrefix(words []string) string {
	if len(words) == 0 {
		return ""
	}
	prefix := words[0]
	for _, w := range words[1:] {
		for !strings.HasPrefix(w, prefix) {
			prefix = prefix[:len(prefix)-1]
		}
	}
	return prefix
}

// startEditing puts a terminal into raw mode until restore is called. It reports whether that worked. The
// editor reads the keys that are typed from keys.
func startEditing(in *os.File, keys io.Reader, out *os.File, complete func(word string) []string) (e *editor, restore func(), ok bool) {
	before, err := term.MakeRaw(int(in.Fd()))
	if err != nil {
		return nil, nil, false
	}
	e = newEditor(struct {
		io.Reader
		io.Writer
	}{keys, out}, complete)
	if width, height, err := term.GetSize(int(out.Fd())); err == nil && width > 0 {
		_ = e.SetSize(width, height) // the next write reports the error again
	}
	return e, func() { _ = term.Restore(int(in.Fd()), before) }, true
}
