package bot

import (
	"context"
	"hash/maphash"
	"log/slog"
	"strings"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/bot/parse"
	"othellobot/bot/runner"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/internal/recent"
	"othellobot/puzzle"
)

// New makes a bot.
func New(c Config) *Bot {
	b := &Bot{Config: c, actions: make(map[string]action), queue: runner.NewQueue(), came: newDeliveries()}
	b.reviews = runner.NewReviews(c.Judge, c.Review, b.queue)
	b.solutions.Most = mostSolutions
	if c.Puzzle == nil {
		b.Puzzle = puzzle.At
	}
	list := allActions()
	for _, a := range list {
		b.actions[a.Name] = a
	}
	b.grammar = parse.NewGrammar(typedOnes(list), c.Words)
	return b
}

// Runner makes a runner that does what nobody asks the bot for.
func (b *Bot) Runner(posters map[string]chat.Poster, log *slog.Logger) *runner.Runner {
	return &runner.Runner{
		Ports: b.Ports, Handler: b, Clock: b.Clock, Engine: b.Engine, Queue: b.queue, Reviews: b.reviews,
		Posters: posters, Log: log,
	}
}

// EngineQueue is how many games wait for the engine's move, those included for which it
// is being found.
func (b *Bot) EngineQueue() int { return b.queue.Len() }

// deliveries remembers what people have sent lately, so that what stores nothing is done
// once for a delivery, too. What was stored the store knows, also after a restart and in
// other processes. The methods may be called concurrently.
type deliveries struct {
	seed   maphash.Seed
	hashes recent.Set[uint64]
}

// Handle implements [chat.Handler].
func (b *Bot) Handle(ctx context.Context, a chat.Action) (chat.Response, error) {
	if a.Origin == chat.OriginPlatform {
		return b.told(ctx, a)
	}
	if !b.came.begin(a) {
		return chat.Response{Repeated: true}, nil
	}
	r := b.request(a, player(a))
	response, err := b.answer(ctx, &r)
	if err != nil {
		response, err = b.refuse(ctx, &r, err)
	} else {
		response.Done = r.done(response)
	}
	if response.Trouble != chat.NoTrouble {
		b.came.forget(a)
	}
	if r.Place != a.Place {
		response.Place = r.Place
	}
	response.Players = r.players
	return response, err
}

// request is what somebody asks for, before it is read.
func (b *Bot) request(a chat.Action, by game.Player) request {
	r := request{Action: a, Viewer: card.Viewer{Limits: b.Limits[a.Place.Platform], Now: b.Clock.Now()}, by: by}
	b.speakTo(&r)
	return r
}

// speakTo chooses the languages of a request before its room is known: the actor's own
// for what only they see, and English for what all see.
func (b *Bot) speakTo(r *request) {
	r.All = b.Words.Default()
	r.Own = r.All
	if l, ok := b.Words.Own(r.Locale); ok {
		r.Own = l
	}
}

// speakIn chooses the language of the request's place for what all see, and for what
// its actor sees if theirs is unknown.
func (b *Bot) speakIn(r *request, s game.Settings) {
	l, ok := b.Words.Named(s.Language)
	if !ok {
		l = b.Words.Default()
	}
	if _, known := b.Words.Own(r.Locale); !known {
		r.Own = l
	}
	r.All = l
}

// answer does what the action asks for. It completes the request on the way, for
// a refusal to know what was asked.
func (b *Bot) answer(ctx context.Context, r *request) (chat.Response, error) {
	if err := b.read(r); err != nil {
		return chat.Response{}, err
	}
	seen, err := b.enter(ctx, r)
	if err != nil {
		return chat.Response{}, err
	}
	b.speakIn(r, r.Settings)
	if seen {
		return chat.Response{}, game.ErrDuplicate
	}
	switch {
	case r.Origin == chat.OriginCompletion:
		return b.completed(r), nil
	case r.pressed():
		if strings.HasPrefix(r.control.Arg, control.Aside) {
			r.asCommand()
		}
		return r.action.press(b, ctx, r)
	case r.action.Name == "" && r.room.Active != nil:
		r.action = b.actions["board"]
	case r.action.Name == "":
		r.action = b.actions["help"]
	}
	return r.action.run(b, ctx, r)
}

// read finds out what a request asks for, and completes it by that.
func (b *Bot) read(r *request) error {
	if r.pressed() {
		return b.readControl(r)
	}
	c, args, err := b.grammar.Read(r.Action, r.Limits)
	r.action, r.args = b.actions[c.Name], args
	return err
}

// readControl finds out what a control does, if its sender may use it.
func (b *Bot) readControl(r *request) error {
	c, err := control.Parse(r.Control)
	what, ok := b.actions[c.Verb]
	if err != nil || !ok || what.press == nil || !what.by.has(r.Origin) {
		return errBadControl
	}
	r.control, r.action = c, what
	return nil
}

// done is the line for the actor alone where what they asked for is answered by
// a message for everybody, and nil elsewhere: what the response says itself, else
// what is declared.
func (r *request) done(response chat.Response) chat.Text {
	switch {
	case !r.prompted() || len(response.Effects) == 0 || response.Effects[0].Kind != chat.Post:
		return nil
	case response.Done != nil:
		return response.Done
	case r.action.done == nil:
		return nil
	default:
		return r.Own.Text(r.action.done)
	}
}

func newDeliveries() *deliveries { return &deliveries{seed: maphash.MakeSeed()} }

// begin notes that an action is being done, and reports whether its delivery is new. What
// has no delivery is always new, and so is a delivery that comes again in the thread that
// was opened for it.
func (d *deliveries) begin(a chat.Action) bool {
	return a.Delivery == "" || a.Origin != chat.OriginUser || d.hashes.Add(d.hash(a))
}

// forget lets an action be done when it is delivered again.
func (d *deliveries) forget(a chat.Action) { d.hashes.Take(d.hash(a)) }

func (d *deliveries) hash(a chat.Action) uint64 {
	return maphash.Comparable(d.seed, struct {
		chat.Place
		chat.Delivery
	}{a.Place, a.Delivery})
}
