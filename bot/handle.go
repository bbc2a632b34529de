package bot

import (
	"cmp"
	"context"
	"errors"
	"hash/maphash"
	"log/slog"
	"slices"
	"strings"

	"othellobot/bot/parse"
	"othellobot/bot/runner"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/puzzle"
)

// Handle implements [chat.Handler].
func (b *Bot) Handle(ctx context.Context, a chat.Action) (chat.Response, error) {
	if a.Origin == chat.OriginPlatform {
		return b.onPlatformEvent(ctx, a)
	}
	// A delivery that arrives again from another place is new, because the bot may have opened a thread.
	once := maphash.Comparable(b.seed, [2]string{a.Place.String(), string(a.Delivery)})
	if a.Delivery != "" && a.Origin == chat.OriginUser && !b.deliveries.Add(once) {
		return chat.Response{Repeated: true}, nil
	}
	r, response, err := b.answer(ctx, a, nil)
	if err != nil {
		r, response, err = b.refuse(ctx, r, err)
	} else {
		response.Confirmation = r.done(response)
	}
	r.boardsInWords(response.Effects)
	if response.Trouble != chat.NoTrouble {
		b.deliveries.Take(once)
	}
	if r.Place != a.Place {
		response.Place = r.Place
	}
	return response, err
}

// answer runs an action. If trial is not nil, it only finds out whether the action would be refused.
func (b *Bot) answer(ctx context.Context, a chat.Action, trial *request) (*request, chat.Response, error) {
	o, unread := b.parse(a, trial)
	r, err := b.resolve(ctx, o, unread == nil)
	if err = cmp.Or(unread, err); err != nil {
		return r, chat.Response{}, err
	}
	response, err := b.run(ctx, r)
	return r, response, err
}

func (b *Bot) run(ctx context.Context, r *request) (chat.Response, error) {
	switch {
	case r.Origin == chat.OriginCompletion:
		return b.completions(ctx, r), nil
	case r.control.Verb != "":
		return r.action.press(b, ctx, r)
	default:
		return r.action.run(b, ctx, r)
	}
}

// done returns the line that confirms to the actor an action that a public message answers.
func (r *request) done(response chat.Response) chat.Text {
	switch {
	case !r.fromUser() || len(response.Effects) == 0 || response.Effects[0].Kind != chat.Post:
		return nil
	case response.Confirmation != nil:
		return response.Confirmation
	case r.action.done == nil:
		return nil
	default:
		return r.Own.Text(r.action.done)
	}
}

// New returns a bot.
func New(c Config) *Bot {
	b := &Bot{Config: c, actions: make(map[string]*action), queue: runner.NewQueue(), seed: maphash.MakeSeed()}
	b.reviews = runner.NewReviews(c.Judge, c.Review, b.queue)
	b.solutions.Size, b.compared.Size, b.seasons.Size = cacheSize, cacheSize, cacheSize
	if c.Puzzle == nil {
		b.Puzzle = puzzle.At
	}
	b.actions[""] = &action{} // for an action without words
	for _, a := range allActions() {
		b.actions[a.Name] = &a
	}
	if c.Grammar == nil {
		b.Grammar = NewGrammar(c.Words)
	}
	return b
}

// Runner returns a runner for work that no user requests. Its actions go to handler: the bot, or
// the outermost wrapper around it.
func (b *Bot) Runner(handler chat.Handler, posters map[string]chat.Poster, log *slog.Logger) *runner.Runner {
	return &runner.Runner{
		Ports: b.Ports, Handler: handler, Clock: b.Clock, Engine: b.Engine, Queue: b.queue, Reviews: b.reviews,
		Posters: posters, Log: log,
	}
}

// EngineQueue returns the number of games where the engine has to move or is thinking.
func (b *Bot) EngineQueue() int { return b.queue.Len() }

var (
	errNoTenant     = errors.New("the bot was removed by no tenant")
	errClockInDoubt = errors.New("the clock is in doubt, so the time of the removal is unknown")
)

func (b *Bot) onPlatformEvent(ctx context.Context, a chat.Action) (chat.Response, error) {
	switch a.Verb {
	case chat.VerbRemoved, chat.VerbPresent:
		return chat.Response{}, b.removed(ctx, a)
	case chat.VerbHome:
		return b.home(ctx, a)
	default:
		return chat.Response{}, nil
	}
}

func (b *Bot) removed(ctx context.Context, a chat.Action) error {
	switch {
	case a.Place.Platform == "" || a.Place.Thread != "" || a.Place.Team == "" && a.Place.Channel == "":
		return errNoTenant // an empty team would match the places of all tenants without a team
	case a.Verb == chat.VerbPresent:
		return b.Tombstones.Revive(ctx, a.Place.Prefix())
	case !b.Clock.Trusted():
		return errClockInDoubt
	case a.Place.Channel == "":
		return b.Tombstones.Bury(ctx, game.NewTombstone(a.Place.Prefix(), game.LossOfTenant, b.Clock.Now()))
	default:
		return b.Tombstones.Bury(ctx, game.NewTombstone(a.Place.Prefix(), game.LossOfPlace, b.Clock.Now()))
	}
}

func (b *Bot) completions(ctx context.Context, r *request) chat.Response {
	focused := func(p parse.Parameter) bool { return p.Name == r.Focus && p.Complete }
	if r.action.complete == nil || !slices.ContainsFunc(r.action.Parameters, focused) {
		return chat.Response{}
	}
	typed := strings.ToLower(strings.TrimSpace(r.args.Text(r.Focus)))
	typed = strings.ReplaceAll(typed, " ", "_") // only time zones have several words, with underscores
	var found []chat.Choice
	for _, c := range r.action.complete(ctx, b, r) {
		value := strings.ToLower(c.Value)
		if (strings.HasPrefix(value, typed) || strings.Contains(value, "/"+typed)) && len(found) < r.Limits.Choices {
			found = append(found, c)
		}
	}
	return chat.Response{Choices: found}
}
