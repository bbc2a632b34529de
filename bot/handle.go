package bot

import (
	"context"
	"log/slog"
	"strings"

	"othellobot/bot/control"
	"othellobot/bot/parse"
	"othellobot/bot/runner"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/puzzle"
)

// New makes a bot.
func New(c Config) *Bot {
	b := &Bot{Config: c, actions: make(map[string]action), queue: runner.NewQueue(), came: newDeliveries()}
	b.reviews = runner.NewReviews(c.Judge, c.Review, b.queue)
	b.solutions.Most, b.compared.Most, b.seasons.Most = mostSolutions, mostSolutions, mostSolutions
	if c.Puzzle == nil {
		b.Puzzle = puzzle.At
	}
	for _, a := range allActions() {
		b.actions[a.Name] = a
	}
	if c.Grammar == nil {
		b.Grammar = Grammar(c.Words)
	}
	return b
}

// Runner returns a runner for the work that no user asks for. The handler does its actions: the
// bot, or the first of the handlers that stand before it.
func (b *Bot) Runner(handler chat.Handler, posters map[string]chat.Poster, log *slog.Logger) *runner.Runner {
	return &runner.Runner{
		Ports: b.Ports, Handler: handler, Clock: b.Clock, Engine: b.Engine, Queue: b.queue, Reviews: b.reviews,
		Posters: posters, Log: log,
	}
}

// EngineQueue is how many games wait for the engine's move, those included for which it
// is being found.
func (b *Bot) EngineQueue() int { return b.queue.Len() }

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
	r.inOwnForm(response.Effects)
	if response.Trouble != chat.NoTrouble {
		b.came.forget(a)
	}
	if r.Place != a.Place {
		response.Place = r.Place
	}
	response.Players = r.players
	return response, err
}

// answer does what the action asks for. It completes the request on the way, for
// a refusal to know what was asked.
func (b *Bot) answer(ctx context.Context, r *request) (chat.Response, error) {
	if err := b.read(r); err != nil {
		at := r.Place
		_, _ = b.enter(ctx, r) // to be refused in the language of the place, if that can be told
		r.Place = at
		return chat.Response{}, err
	}
	seen, err := b.enter(ctx, r)
	if err != nil {
		return chat.Response{}, err
	}
	b.speakIn(r, r.Settings)
	if !r.plays() {
		b.know(ctx, r)
	}
	if seen {
		return chat.Response{}, game.ErrDuplicate
	}
	switch {
	case r.Origin == chat.OriginCompletion:
		return b.completed(ctx, r), nil
	case r.pressed():
		if strings.HasPrefix(r.control.Arg, control.Aside) {
			r.asCommand()
		}
		return r.action.press(b, ctx, r)
	case r.action.Name == "" && (r.room.Active != nil || r.room.Threads):
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
	c, args, err := b.Grammar.Read(r.Action, r.Limits)
	r.action, r.args = b.actions[c.Name], args
	return err
}

// readControl finds out what a control does, if its sender may use it.
func (b *Bot) readControl(r *request) error {
	c, err := control.Parse(r.Control)
	if err == nil && c.Verb == parse.Say && r.prompted() {
		r.asCommand()
		r.Words = parse.Offered(c.Arg)
		return b.read(r)
	}
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
