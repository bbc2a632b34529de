package discord_test

import (
	"context"
	"log/slog"
	"path"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"othellobot/adapters/discord"
	"othellobot/adapters/discord/discordtest"
	"othellobot/bot"
	"othellobot/chat"
	"othellobot/engine"
	"othellobot/game"
	"othellobot/internal/bottest"
	"othellobot/internal/logtest"
	"othellobot/people"
	"othellobot/rules"
	"othellobot/store/memory"
	"othellobot/words"
)

// idleExpiry is short, because the heartbeats of long waits slow the tests down.
const idleExpiry = 3 * time.Hour

// world is the bot in a bubble of [testing/synctest]. At the end of the test, check runs.
type world struct {
	*discordtest.Server
	t       *testing.T
	byHTTP  bool
	adapter *discord.Adapter
	games   people.Ports
	handler *hindered
	lifts   []func() // end the faults that were set
	log     logtest.Buffer
	read    int // bytes of the log already checked

	sent []*discordtest.Interaction
	lost map[*discordtest.Interaction]bool // interactions whose answer the fake lost

	ponders time.Duration // time that the engine takes for a move
	end     func()        // ends the adapter
}

func inWorld(t *testing.T, test func(*world)) {
	t.Helper()
	t.Run("gateway", func(t *testing.T) { byGateway(t, test) })
	t.Run("http", func(t *testing.T) { byHTTP(t, test) })
}

func byGateway(t *testing.T, test func(*world)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { test(newWorld(t, false)) })
}

func byHTTP(t *testing.T, test func(*world)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, func(t *testing.T) { test(newWorld(t, true)) })
}

func newWorld(t *testing.T, byHTTP bool) *world {
	t.Helper()
	w := &world{
		Server: discordtest.NewPiped(t), t: t, byHTTP: byHTTP, ponders: time.Second,
		handler: &hindered{}, lost: make(map[*discordtest.Interaction]bool),
	}
	t.Cleanup(w.check)
	c := configured(w.Server, byHTTP)
	c.Log = slog.New(slog.NewTextHandler(&w.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	w.adapter, w.end = running(t, w.Server, c, w.handler)
	timing := game.Timing{IdleExpiry: idleExpiry, Retention: 2160 * time.Hour, Zones: time.LoadLocation}
	w.games = people.PortsOf(memory.New(timing), timing)
	b := bot.New(bot.Config{
		Words: catalog(),
		Ports: w.games, Engine: pondering{engine.New(1, 1<<20), w},
		Limits: map[string]chat.Limits{discord.Platform: w.adapter.Limits()},
		Clock:  bottest.Clock(time.Now), Log: c.Log, Seed: 1, IdleExpiry: timing.IdleExpiry, MaxDuels: 20,
	})
	w.handler.Handler = b
	due, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		b.Runner(b, map[string]chat.Poster{discord.Platform: w.adapter}, c.Log).Run(due)
	}()
	t.Cleanup(func() {
		w.end()
		stop()
		<-ended
	})
	w.warnings()
	return w
}

type pondering struct {
	*engine.Engine
	world *world
}

func (p pondering) Choose(ctx context.Context, at rules.Position, level int, seed uint64) (rules.Square, error) {
	select {
	case <-time.After(p.world.ponders):
	case <-ctx.Done():
	}
	return p.Engine.Choose(ctx, at, level, seed)
}

type hindered struct {
	chat.Handler
	hangs atomic.Bool
}

func (h *hindered) Handle(ctx context.Context, a chat.Action) (chat.Response, error) {
	if h.hangs.Load() {
		<-ctx.Done()
		return chat.Response{}, ctx.Err()
	}
	return h.Handler.Handle(ctx, a)
}

// check checks what must be true after any fault.
func (w *world) check() {
	w.t.Helper()
	secrets := []string{w.Token(), spoken, "ana!", gameBegan, says(words.DonePlayed{Square: d3}), "/webhooks/", "/interactions/"}
	for _, in := range w.sent {
		secrets = append(secrets, in.Token)
		if !in.Refused() && !in.Answered() && !w.lost[in] {
			w.t.Errorf("the interaction %s was not answered within 3 s", in.ID)
		}
	}
	for _, secret := range secrets {
		if strings.Contains(w.log.String(), secret) {
			w.t.Errorf("the log holds %q:\n%s", secret, &w.log)
		}
	}
}

func (w *world) later(d time.Duration) {
	time.Sleep(d)
	w.Settle()
}

func (w *world) note(in *discordtest.Interaction) *discordtest.Interaction {
	w.sent = append(w.sent, in)
	w.Settle()
	return in
}

func place(at discordtest.Where) chat.Place {
	p := chat.Place{Platform: discord.Platform, Team: at.Guild, Channel: at.Channel}
	if at.Parent != "" {
		p.Channel, p.Thread = at.Parent, at.Channel
	}
	return p
}

func (w *world) room(at discordtest.Where) game.Room {
	w.t.Helper()
	room, _, err := w.games.Table.Load(context.Background(), game.Place(place(at).String()), "")
	if err != nil {
		w.t.Fatal(err)
	}
	return room
}

func (w *world) played(at discordtest.Where) string {
	w.t.Helper()
	room := w.room(at)
	if room.Active == nil {
		return "no game"
	}
	var all []byte
	for _, m := range room.Active.Moves {
		all = append(all, m.String()...)
	}
	return string(all)
}

func (w *world) quiet() {
	w.t.Helper()
	if lines := w.warnings(); len(lines) > 0 {
		w.t.Errorf("logged warnings: %q", lines)
	}
}

// spoken is a word that users type here, and that must not be logged.
const spoken = "abracadabra"

func (w *world) warnings() (lines []string) {
	text := w.log.String()
	for line := range strings.Lines(text[w.read:]) {
		if !strings.Contains(line, "level=DEBUG") && !strings.Contains(line, "level=INFO") {
			lines = append(lines, line)
		}
	}
	w.read = len(text)
	return lines
}

const (
	theCallback     = "POST /interactions/*/*/callback"
	theFollowUp     = "POST /webhooks/*/*"
	editByToken     = "PATCH /webhooks/*/*/messages/*"
	removeByToken   = "DELETE /webhooks/*/*/messages/*"
	postInChannel   = "POST /channels/*/messages"
	editInChannel   = "PATCH /channels/*/messages/*"
	removeInChannel = "DELETE /channels/*/messages/*"
)

func (w *world) breaks(pattern string, faults ...discordtest.Fault) {
	w.lifts = append(w.lifts, w.FailWhere(pattern, faults...))
}

func (w *world) heals() {
	for _, lift := range w.lifts {
		lift()
	}
	w.lifts = nil
}

func (w *world) requests(pattern string) []discordtest.Request {
	return slices.DeleteFunc(w.Requests(), func(r discordtest.Request) bool {
		matched, _ := path.Match(pattern, r.Method+" "+r.Path)
		return !matched
	})
}

// catalog loads the bot's messages once, because that is slow.
var catalog = sync.OnceValue(words.Load)

var d3 = rules.SquareAt(3, 2)

// says returns the text before the first command and an ellipsis: platforms write commands differently.
func says(messages ...words.Message) string {
	var line strings.Builder
	for _, s := range catalog().Default().Text(messages...) {
		switch s.Kind {
		case chat.SpanCommand:
			return line.String() + "…"
		case chat.SpanMention, chat.SpanName:
			line.WriteString("@" + s.User.ID)
		default:
			line.WriteString(s.Text)
		}
	}
	first, _, _ := strings.Cut(line.String(), "\n")
	return first
}

func label(m words.Message) string { return catalog().Default().String(m) }

func person(name string) words.Person {
	if name == "bot" {
		return words.Name(game.Engine)
	}
	return words.Person{User: &chat.UserID{Platform: discord.Platform, ID: name}}
}

var gameBegan = says(words.GameBegan{})

func moveMade(number int, player string, square rules.Square) string {
	return says(words.MoveMade{Number: number, Player: person(player), Square: square})
}

func reminds(user string, color rules.Color) string {
	return says(words.Reminder{Player: person(user), Color: color}) + "… (notifies " + user + ")"
}
