package bot

import (
	"cmp"
	"context"
	"log/slog"

	"othellobot/bot/runner"
	"othellobot/chat"
	"othellobot/puzzle"
)

// New makes a bot.
func New(c Config) *Bot {
	b := &Bot{Config: c, actions: make(map[string]*action), queue: runner.NewQueue(), came: newDeliveries()}
	b.reviews = runner.NewReviews(c.Judge, c.Review, b.queue)
	b.solutions.Most, b.compared.Most, b.seasons.Most = mostSolutions, mostSolutions, mostSolutions
	if c.Puzzle == nil {
		b.Puzzle = puzzle.At
	}
	for _, a := range allActions() {
		b.actions[a.Name] = &a
	}
	if c.Grammar == nil {
		b.Grammar = Grammar(c.Words)
	}
	return b
}

// Runner returns a runner for the work that no user asks for. Its Handler is the bot itself. If
// other handlers stand before the bot, the caller sets it to the first of them.
func (b *Bot) Runner(posters map[string]chat.Poster, log *slog.Logger) *runner.Runner {
	return &runner.Runner{
		Ports: b.Ports, Handler: b, Clock: b.Clock, Engine: b.Engine, Queue: b.queue, Reviews: b.reviews,
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
	r, response, err := b.answer(ctx, a)
	if err != nil {
		r, response, err = b.refuse(ctx, r, err)
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
	return response, err
}

// answer does what an action asks for, and returns the request that it makes of it.
func (b *Bot) answer(ctx context.Context, a chat.Action) (*request, chat.Response, error) {
	return b.try(ctx, a, nil)
}

// try answers an action, or with a request to try it for, finds only why it would be refused.
func (b *Bot) try(ctx context.Context, a chat.Action, trial *request) (*request, chat.Response, error) {
	o, unread := b.parse(a, trial)
	r, err := b.resolve(ctx, o, unread == nil)
	if err = cmp.Or(unread, err); err != nil {
		return r, chat.Response{}, err
	}
	response, err := b.run(ctx, r)
	return r, response, err
}

// run carries out a request. An error is a refusal, or a fault.
func (b *Bot) run(ctx context.Context, r *request) (chat.Response, error) {
	switch {
	case r.Origin == chat.OriginCompletion:
		return b.completed(ctx, r), nil
	case r.control.Verb != "":
		return r.action.press(b, ctx, r)
	default:
		return r.action.run(b, ctx, r)
	}
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
