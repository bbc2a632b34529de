package bottest

import (
	"context"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"othellobot/bot"
	"othellobot/bot/runner"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
	"othellobot/review"
	"othellobot/rules"
	"othellobot/store/memory"
	"othellobot/words"
)

// Place describes a place for users to play, with functions that receive what the bot says.
type Place struct {
	chat.Place
	Limits   chat.Limits
	People   []chat.UserID
	Language string   // of the place; empty for English
	ArgTexts []string // further texts for arguments of commands

	// Ref returns the reference of the n-th message that was sent in a slot.
	Ref func(n int) chat.MessageRef
	// Look receives each message, the remaining line of a collapse, and the title of a thread.
	Look func(kind chat.Kind, m chat.Message)
	// Confirmed, if not nil, receives the [chat.Response.Confirmation] of each answer.
	Confirmed func(chat.Text)
}

type player struct {
	Place
	t        testing.TB
	random   *rand.Rand
	bot      *bot.Bot
	runner   *runner.Runner
	commands []chat.Command
	verbs    map[string]int
	now      time.Time

	controls []string // of the newest messages
	legal    []rules.Square
	sent     int
	last     chat.Action
}

// Play takes random steps in a place, mostly moves. The same seed gives the same steps. Then Play sends
// each command that no step sends five times. It returns how often it sent each command.
func Play(t testing.TB, in Place, seed uint64, steps int) (verbs map[string]int) {
	t.Helper()
	p := newPlayer(t, in, seed)
	for range steps {
		p.step()
	}
	const times = 5
	for _, c := range p.commands {
		for n := 0; n < times && !slices.Contains(walked, c.Name); n++ {
			p.do(p.typed(c))
		}
	}
	return p.verbs
}

func newPlayer(t testing.TB, in Place, seed uint64) *player {
	t.Helper()
	p := &player{
		Place: in, t: t, random: rand.New(rand.NewPCG(seed, 0)), verbs: map[string]int{},
		now: time.Date(2026, time.January, 1, 12, 0, 0, 0, time.UTC),
	}
	catalog := words.Load()
	p.commands = bot.Commands(catalog)
	timing := game.Timing{IdleExpiry: 168 * time.Hour, Retention: 2160 * time.Hour, Zones: time.LoadLocation}
	p.bot = bot.New(bot.Config{
		Words: catalog, Ports: people.PortsOf(memory.New(timing), timing), Engine: Guesser{}, Judge: GuessJudge, Solver: GuessSolver,
		Review: review.Standard(), Seed: seed, IdleExpiry: timing.IdleExpiry,
		Limits: map[string]chat.Limits{in.Platform: in.Limits}, Clock: Clock(func() time.Time { return p.now }), Log: slog.New(slog.DiscardHandler),
	})
	p.runner = p.bot.Runner(p.bot, map[string]chat.Poster{in.Platform: p}, slog.New(slog.DiscardHandler))
	if in.Language != "" {
		a := p.command(p.somebody(), "settings", "language", in.Language)
		a.Moderator = true
		if effects := p.do(a); in.Language != "en" && (len(effects) == 0 || effects[0].Kind != chat.Post) {
			t.Fatalf("the place does not speak %s", in.Language)
		}
	}
	return p
}

// NewBot returns a bot for one platform over a store, for games between people. Bots with different seeds
// create different game ids.
func NewBot(platform string, s people.Store, timing game.Timing, now func() time.Time, seed uint64) *bot.Bot {
	return bot.New(bot.Config{
		Words: words.Load(), Ports: people.PortsOf(s, timing), Engine: Guesser{}, Clock: Clock(now), Seed: seed, IdleExpiry: timing.IdleExpiry,
		Limits: map[string]chat.Limits{platform: {ButtonsPerRow: 8, MoveButtons: 64, Themes: []string{"classic"}}}, Log: slog.New(slog.DiscardHandler),
	})
}

// MoveButtons returns the actions of the move buttons, by square.
func MoveButtons(m chat.Message) map[rules.Square]string {
	found := make(map[rules.Square]string)
	for _, row := range m.Controls {
		for _, b := range row.Buttons {
			if square, err := rules.ParseSquare(b.Label); err == nil {
				found[square] = b.Action
			}
		}
	}
	return found
}

func (p *player) Deliver(_ context.Context, _ chat.Place, r chat.Response) { p.show(r.Effects, 0) }

func (*player) Capacity() int { return 1 }

// step performs one random action, lets time pass, and carries out due tasks.
func (p *player) step() {
	switch n := p.random.IntN(100); {
	case n < 65 && len(p.legal) > 0:
		p.move()
	case n < 75 && len(p.controls) > 0:
		p.do(p.press(p.somebody(), pick(p, p.controls)))
	case n < 78 && p.last.Place != chat.Place{}:
		p.again()
	default:
		p.do(p.walk())
	}
	p.now = p.now.Add([]time.Duration{time.Second, 20 * time.Second, 2 * time.Minute, 2 * time.Hour, 200 * time.Hour}[p.oneOf(600, 300, 80, 18, 2)])
	if err := p.runner.Settle(p.t.Context()); err != nil {
		p.t.Error(err)
	}
}

// again repeats the last action. A repeated delivery must post nothing and notify no user.
func (p *player) again() {
	told := p.do(p.last)
	if p.last.Delivery != "" && slices.ContainsFunc(told, func(e chat.Effect) bool { return e.Kind == chat.Post || e.Kind == chat.Ping }) {
		p.t.Errorf("%+v is answered again by %v", p.last, told)
	}
}

// oneOf returns a random index, with a probability in proportion to its weight.
func (p *player) oneOf(weights ...int) int {
	total := 0
	for _, w := range weights {
		total += w
	}
	n := p.random.IntN(total)
	return slices.IndexFunc(weights, func(w int) bool { n -= w; return n < 0 })
}

func pick[T any](p *player, list []T) T { return list[p.random.IntN(len(list))] }

func (p *player) somebody() chat.UserID { return pick(p, p.People) }

// move plays a random legal square for the first user whose move the bot accepts.
func (p *player) move() {
	square := pick(p, p.legal).String()
	control := ""
	if p.random.IntN(2) == 0 {
		if i := slices.IndexFunc(p.controls, func(c string) bool { return strings.HasSuffix(c, ":move:"+square) }); i >= 0 {
			control = p.controls[i]
		}
	}
	for _, i := range p.random.Perm(len(p.People)) {
		a := p.press(p.People[i], control)
		if control == "" {
			a = p.command(p.People[i], "move", "square", square)
		}
		if effects := p.do(a); len(effects) == 0 || effects[0].Kind != chat.Whisper {
			return
		}
	}
}

func (p *player) do(a chat.Action) []chat.Effect {
	p.verbs[a.Verb]++
	p.last = a
	r, err := p.bot.Handle(p.t.Context(), a)
	if err != nil || r.Trouble != chat.NoTrouble {
		p.t.Errorf("%+v: trouble %d, %v", a, r.Trouble, err)
	}
	if p.Confirmed != nil {
		p.Confirmed(r.Confirmation)
	}
	p.show(r.Effects, 0)
	if len(r.Effects) == 1 && r.Effects[0].Kind == chat.OpenThread && a.Place.Thread == "" {
		a.Place.Thread = "1105049371830999999"
		return p.do(a)
	}
	return r.Effects
}

// show passes the messages of effects to Look, and reports them to the bot as sent.
func (p *player) show(effects []chat.Effect, depth int) {
	if depth > 5 {
		p.t.Error("the bot corrects a message again and again")
		return
	}
	for _, e := range effects {
		switch e.Kind {
		case chat.Refresh:
			drawn, err := p.bot.Draw(p.t.Context(), e)
			if err != nil {
				p.t.Error(err)
			}
			p.show(drawn.Effects, depth+1)
			continue
		case chat.Remove:
			continue
		case chat.Direct:
			e.Kind = chat.Post
		case chat.Collapse:
			e.Message = chat.Message{Text: e.Message.Text}
		}
		p.Look(e.Kind, e.Message)
		p.remember(e.Message)
		if e.Subject.Slot == chat.SlotNone {
			continue
		}
		p.sent++
		correction, err := p.bot.Sent(p.t.Context(), e.Subject, chat.Outcome{Ref: p.Ref(p.sent)})
		if err != nil {
			p.t.Error(err)
		}
		p.show(correction.Effects, depth+1)
	}
}

func (p *player) remember(m chat.Message) {
	const most = 60
	for _, row := range m.Controls {
		for _, b := range row.Buttons {
			p.controls = append(p.controls, b.Action)
		}
		if row.Select != nil {
			for _, o := range row.Select.Options {
				p.controls = append(p.controls, o.Action)
			}
		}
	}
	p.controls = p.controls[max(0, len(p.controls)-most):]
	if m.Board != nil {
		p.legal = slices.Collect(m.Board.View.Hints.Squares())
	}
}
