package crash

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"othellobot/bot"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/internal/bottest"
	"othellobot/rules"
	"othellobot/store"
)

// program is a child process that runs this test binary, so that a test can kill it. It writes its events to its output, as lines of JSON.
type program[E any] struct {
	command *exec.Cmd
	ready   chan struct{} // closed after enough events, or when the program has ended
	events  chan []E      // all events, once the program has ended
}

// start starts a program. The variable, "NAME=value", selects its task.
func start[E any](t *testing.T, variable, input string, enough func([]E) bool) *program[E] {
	t.Helper()
	self, err := os.Executable()
	noError(t, err)
	p := &program[E]{exec.Command(self), make(chan struct{}), make(chan []E, 1)}
	p.command.Env = append(os.Environ(), variable)
	p.command.Stdin, p.command.Stderr = strings.NewReader(input), os.Stderr
	out, err := p.command.StdoutPipe()
	noError(t, err)
	noError(t, p.command.Start())
	t.Cleanup(func() { _ = p.command.Process.Kill() }) // it may have ended
	go p.listen(out, enough)
	return p
}

func (p *program[E]) listen(out io.Reader, enough func([]E) bool) {
	var all []E
	ready := false
	for lines := bufio.NewScanner(out); lines.Scan(); {
		var e E
		if json.Unmarshal(lines.Bytes(), &e) != nil {
			break
		}
		if all = append(all, e); !ready && enough(all) {
			ready = true
			close(p.ready)
		}
	}
	if !ready {
		close(p.ready)
	}
	p.events <- all
}

func (p *program[E]) kill(t *testing.T) []E {
	t.Helper()
	if err := p.command.Process.Kill(); err != nil {
		t.Fatal("the program has ended by itself: ", err)
	}
	events := <-p.events
	_ = p.command.Wait() // fails, because it was killed
	return events
}

// journal writes events as lines, each at once and whole, without a buffer.
type journal struct {
	mu sync.Mutex
	to io.Writer
}

func (j *journal) write(event any) {
	line, err := json.Marshal(event)
	if err != nil {
		panic(err) // an event is plain data
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if _, err := j.to.Write(append(line, '\n')); err != nil {
		panic(err) // the reader is gone
	}
}

func noError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestMain runs the tests. They start this program again, to play or purge, and kill it.
func TestMain(m *testing.M) {
	if url := os.Getenv(playEnv); url != "" {
		os.Exit(playUntilKilled(url, os.Stdin, os.Stdout))
	}
	if url := os.Getenv(purgeEnv); url != "" {
		os.Exit(purgeUntilKilled(url, os.Stdout))
	}
	os.Exit(m.Run())
}

// playEnv holds the URL of a store. If it is set, this program plays there and runs no tests.
const playEnv = "OTHELLO_CRASH_STORE"

var timing = game.Timing{IdleExpiry: 168 * time.Hour, Retention: 2160 * time.Hour}

// orders is the standard input of a program that plays.
type orders struct {
	Run    int64 // unique among the programs on this store
	First  int   // number of the first place to play in
	Places int   // number of places to play in at the same time
	Twins  bool  // some deliveries come twice at the same time
}

const platform = "test"

func place(i int) chat.Place {
	return chat.Place{Platform: platform, Channel: fmt.Sprintf("room%d", i)}
}

// playUntilKilled plays in many places at once and writes a journal. It returns only if it cannot start.
func playUntilKilled(url string, in io.Reader, out io.Writer) int {
	var o orders
	if err := json.NewDecoder(in).Decode(&o); err != nil {
		fmt.Fprintln(os.Stderr, "no orders:", err)
		return 2
	}
	ctx := context.Background()
	s, err := store.Open(ctx, url, timing, slog.New(slog.DiscardHandler))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	b, to := bottest.NewBot(platform, s, timing, time.Now, uint64(o.Run)), &journal{to: out}
	var twin *bot.Bot
	if o.Twins {
		twin = bottest.NewBot(platform, s, timing, time.Now, uint64(o.Run)+1<<32)
	}
	var playing sync.WaitGroup
	for i := range o.Places {
		p := &player{
			bot: b, place: place(o.First + i), duels: i%2 == 1, twin: twin, to: to, run: o.Run,
			random: rand.New(rand.NewPCG(uint64(o.Run), uint64(i))),
		}
		playing.Go(func() { p.play(ctx) })
	}
	playing.Wait()
	return 0
}

// event is an entry in the journal of a playing program. The program writes a request before it makes the
// request, and everything else after it happened. So the journal of a killed program says nothing false.
type event struct {
	Place   game.Place
	Request *chat.Action `json:",omitempty"` // request about to be handed to the bot
	Answer  *answer      `json:",omitempty"` // the bot's answer to the request
	Found   *state       `json:",omitempty"` // state of the game, read after a failure
	Noted   *noted       `json:",omitempty"` // message that the bot has noted
}

type noted struct {
	Game    game.ID
	Slot    chat.Slot
	Post    uint32
	Version uint32
	Ref     chat.MessageRef
}

type kind string

const (
	shown     kind = "shown"     // the current game
	repeated  kind = "repeated"  // the request was done before
	unchanged kind = "unchanged" // the request failed, and nothing has changed
	unknown   kind = "unknown"   // the request failed, but may have been done
	refused   kind = "refused"
)

type answer struct {
	Kind  kind
	State state
	Text  string // of a failure or a refusal
}

type state struct {
	Game    game.ID
	Version uint32
	Board   rules.Position
	Over    bool
}

func stateOf(g *game.Game) state {
	if g == nil {
		return state{}
	}
	return state{g.ID, g.Version, g.Position(), g.Phase == game.Over}
}

func understand(r chat.Response) answer {
	if len(r.Effects) == 0 {
		return answer{Kind: repeated}
	}
	for _, e := range r.Effects {
		if e.Subject.Game == "" || e.Kind != chat.Post && e.Kind != chat.Edit {
			continue
		}
		s := state{Game: idOf(e.Subject.Game), Version: e.Subject.Version, Board: rules.Start()}
		if e.Message.Board != nil {
			s.Board, s.Over = e.Message.Board.View.Position, e.Message.Board.View.Ended
		}
		return answer{Kind: shown, State: s}
	}
	text := r.Effects[0].Message.Text.String()
	switch {
	case strings.Contains(text, "nothing changed"):
		return answer{Kind: unchanged, Text: text}
	case strings.Contains(text, "could not find out"):
		return answer{Kind: unknown, Text: text}
	default:
		return answer{Kind: refused, Text: text}
	}
}

func idOf(id chat.GameID) game.ID {
	parsed, _ := game.ParseID(string(id))
	return parsed
}
