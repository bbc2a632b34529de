package local

import (
	"bufio"
	"context"
	"errors"
	"io"
	"log/slog"
	"math"
	"strings"
	"sync"
	"time"

	"othellobot/adapters/internal/exchange"
	"othellobot/chat"
)

// Platform is the platform of all users and places here.
const Platform = "local"

// Config says what an adapter connects. All fields are required but In and Commands,
// Terminal, Edited, Emoji, Pictures and Settle.
type Config struct {
	Handler  chat.Handler
	Commands []chat.Command // that [Adapter.Complete] offers
	In       io.Reader      // of Run
	Out      io.Writer
	Log      *slog.Logger
	Terminal bool   // people type at a prompt, with "/othello" or without; else In is a script
	Edited   bool   // a line editor shows the prompt at the terminal
	Emoji    bool   // boards are emoji grids instead of text
	Pictures string // the folder where pictures go, and messages say by which name; empty for none

	Says Sentences

	// Settle does all that is due now, after each line of a script. At a terminal
	// time runs, and somebody else sees to what falls due.
	Settle func(context.Context) error
	// Wait moves the clock, and does what falls due on the way.
	Wait func(context.Context, time.Duration) error
}

// Sentences holds the adapter's own words. All else comes from the handler.
type Sentences struct {
	Sorry        chat.Text // something went wrong here
	NoSuchButton chat.Text // that whoever pressed it can see
	NoSuchTime   chat.Text // to move the clock by
}

// Limits tells what messages may hold here, where boards are emoji grids or text, and
// pictures go to a folder or nowhere.
func Limits(emoji bool, pictures string) chat.Limits {
	return chat.Limits{
		ButtonsPerRow: 5, MoveButtons: 10, Options: 25, Choices: 25, Pictures: pictures != "", Letters: !emoji,
		Themes: []string{"classic", "moon", "vivid"},
	}
}

// Adapter is the local channel. It implements [chat.Poster]. Its methods but Run may be
// called concurrently.
type Adapter struct {
	Config
	painter *exchange.Painter

	mu        sync.Mutex // guards the rest
	out       *bufio.Writer
	prompts   bool                // somebody is asked for lines
	prompted  bool                // the prompt was written last
	company   map[chat.Place]bool // where somebody named has spoken
	heard     bool                // something was said
	addressed bool                // and to the bot
	posts     map[chat.Place]int
	messages  []*Message // by ref
	changes   int        // how many there were
	changed   chan struct{}
	pictures  int // how many were written
}

// New makes an adapter. It reads nothing before [Adapter.Run].
func New(c Config) *Adapter {
	return &Adapter{
		Config: c, painter: exchange.NewPainter(c.Log), out: bufio.NewWriter(c.Out),
		company: make(map[chat.Place]bool), posts: make(map[chat.Place]int), changed: make(chan struct{}),
	}
}

// Run does what the lines of In say. It returns nil when In ends or ctx is done,
// else why In or Out failed. A read under way when ctx is done keeps a goroutine
// until In gives way.
func (a *Adapter) Run(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	lines, ended := make(chan string), make(chan error, 1)
	go func() {
		in := bufio.NewScanner(a.In)
		in.Buffer(nil, math.MaxInt) // lines of any length
		for in.Scan() && ctx.Err() == nil {
			select {
			case lines <- in.Text():
			case <-ctx.Done():
			}
		}
		ended <- in.Err()
	}()
	a.prompt(a.Terminal && !a.Edited)
	defer a.prompt(false)
	for {
		if err := a.flush(); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case err := <-ended:
			if a.unaddressed() {
				a.Log.WarnContext(ctx, "nothing was said to the bot: commands begin with /othello")
			}
			return err
		case line := <-lines:
			if a.Terminal && leaves(line) {
				return nil
			}
			a.Take(ctx, line)
		}
	}
}

// unaddressed reports whether something was said in a script, and nothing to the bot.
func (a *Adapter) unaddressed() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return !a.addressed && a.heard && !a.Terminal
}

// leaves reports whether whoever types at a terminal wants to leave the program. As
// commands the same words stop a game.
func leaves(line string) bool {
	line = strings.ToLower(strings.TrimSpace(line))
	return line == "quit" || line == "exit"
}

// Deliver carries out effects that no line asked for. Whatever goes wrong is logged.
func (a *Adapter) Deliver(ctx context.Context, place chat.Place, r chat.Response) {
	err := a.carryOut(ctx, chat.Action{Place: place}, r)
	a.check("showing failed", errors.Join(err, a.flush()))
}

// Capacity implements [chat.Poster]: a line is written at once.
func (a *Adapter) Capacity() int { return math.MaxInt }
