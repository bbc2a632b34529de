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

// Platform is the platform of all local users. Places have it, too, unless package page imitates
// another platform.
const Platform = "local"

// Config configures an adapter. Handler, Out, Log, Says and Wait are required. Run also requires In.
type Config struct {
	Handler    chat.Handler
	Commands   []chat.Command // commands that [Adapter.Complete] offers
	In         io.Reader
	Out        io.Writer
	Log        *slog.Logger
	Terminal   bool   // a user types at a prompt, with or without "/othello"; if false, In is a script
	LineEditor bool   // a line editor shows the prompt at the terminal
	Emoji      bool   // boards are emoji grids instead of text
	Pictures   string // folder for pictures and other files, which the messages name; empty if they are left out

	Sentences Sentences

	Settle func(context.Context) error                // called after each line of a script to do all work that is due; may be nil
	Wait   func(context.Context, time.Duration) error // moves the clock forward and does the work that falls due meanwhile
}

// Sentences holds the adapter's own texts. All other text comes from the handler.
type Sentences struct {
	Sorry        chat.Text // the handler failed
	NoSuchButton chat.Text // the user pressed a button that they cannot see
	NoSuchTime   chat.Text // the time to move the clock by is invalid
}

// Limits returns the limits of messages for the same settings as in [Config].
func Limits(emoji bool, pictures string) chat.Limits {
	return chat.Limits{
		ButtonsPerRow: 5, MoveButtons: 10, Options: 25, Choices: 25, Pictures: pictures != "", Files: true, Letters: !emoji,
		Themes: []string{"classic", "moon", "vivid"},
	}
}

// Adapter is the local channel. It implements [chat.Poster]. All its methods except Run may be
// called concurrently.
type Adapter struct {
	Config
	painter *exchange.Painter

	mu        sync.Mutex // guards the fields below
	out       *bufio.Writer
	prompts   bool                // the adapter prompts for lines
	prompted  bool                // the last output is the prompt
	shared    map[chat.Place]bool // places where a user other than Alone has acted
	spoken    bool                // a user has said something
	addressed bool                // a user has said something to the bot
	posts     map[chat.Place]int  // number of the bot's public messages so far
	messages  []*Message          // indexed by ref
	changes   int                 // number of changes to messages so far
	changed   chan struct{}
	pictures  int // number of picture files so far
}

// New returns an adapter. It reads no input before [Adapter.Run].
func New(c Config) *Adapter {
	return &Adapter{
		Config: c, painter: exchange.NewPainter(c.Log), out: bufio.NewWriter(c.Out),
		shared: make(map[chat.Place]bool), posts: make(map[chat.Place]int), changed: make(chan struct{}),
	}
}

// Run carries out the lines of In. It returns nil when In ends, ctx is done or the user leaves, else
// the error of In or Out. If ctx ends during a read, a goroutine remains until the read returns.
func (a *Adapter) Run(ctx context.Context) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	lines, ended := make(chan string), make(chan error, 1)
	go func() {
		in := bufio.NewScanner(a.In)
		in.Buffer(nil, math.MaxInt) // lines may have any length
		for in.Scan() && ctx.Err() == nil {
			select {
			case lines <- in.Text():
			case <-ctx.Done():
			}
		}
		ended <- in.Err()
	}()
	a.prompt(a.Terminal && !a.LineEditor)
	defer a.prompt(false)
	for {
		if err := a.flush(); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case err := <-ended:
			a.mu.Lock()
			defer a.mu.Unlock()
			if !a.addressed && a.spoken && !a.Terminal {
				a.Log.WarnContext(ctx, "no command for the bot: commands begin with /othello")
			}
			return err
		case line := <-lines:
			if word := strings.ToLower(strings.TrimSpace(line)); a.Terminal && (word == "quit" || word == "exit") {
				return nil // with "/othello", both words stop a game instead
			}
			a.Take(ctx, line)
		}
	}
}

// Deliver implements [chat.Poster].
func (a *Adapter) Deliver(ctx context.Context, place chat.Place, r chat.Response) {
	err := a.carryOut(ctx, chat.Action{Place: place}, r)
	a.logError("showing failed", errors.Join(err, a.flush()))
}

// Capacity implements [chat.Poster]. It is unlimited.
func (a *Adapter) Capacity() int { return math.MaxInt }
