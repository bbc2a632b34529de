package bot

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
)

// Levels is how many levels an engine has, from 1, the weakest.
const Levels = 10

// Engine finds moves. Its methods may be called concurrently and stop early
// when their context is done.
type Engine interface {
	// Choose finds a move for the side to move, which must have one.
	Choose(ctx context.Context, p rules.Position, level int, seed uint64) (rules.Square, error)
	// Hint finds good moves, the best first, with a reason for that, one of the
	// Reason constants, and the final margin if the reason says that the game is
	// solved. It fails with [ErrThinking] if there is too much to do.
	Hint(ctx context.Context, p rules.Position) (squares []rules.Square, reason string, margin int, err error)
}

// ErrThinking says that an engine has too much to do for a hint.
var ErrThinking = errors.New("bot: the engine has too much to do")

// Config is what a bot needs. All fields but MaxDuels are required.
type Config struct {
	Table      *game.Table
	Engine     Engine
	Limits     map[string]chat.Limits // by platform
	Now        func() time.Time       // in the time zone in which times are told
	Seed       uint64                 // of game ids, colours and the engine's choices
	IdleExpiry time.Duration          // as the table was told
	MaxDuels   int                    // pending or running duels of one person; 0 for any number
}

// Bot implements [chat.Handler].
type Bot struct {
	Config
	verbs   map[string]verb
	presses map[string]pressable
	games   atomic.Uint64 // how many games were made, for their ids
	line    *line         // of games in which the engine is to move
	hinted  sync.Map      // who waits for a hint, by [game.Player]
}

// New makes a bot.
func New(c Config) *Bot {
	b := &Bot{Config: c, verbs: make(map[string]verb), presses: presses(), line: newLine()}
	for _, v := range verbs() {
		b.verbs[v.Name] = v
	}
	return b
}

// Handle implements [chat.Handler].
func (b *Bot) Handle(ctx context.Context, a chat.Action) (chat.Response, error) {
	if a.Origin == chat.OriginPlatform {
		return chat.Response{}, b.told(ctx, a)
	}
	r := request{Action: a, now: b.Now(), limits: b.Limits[a.Place.Platform], by: player(a)}
	response, err := b.answer(ctx, &r)
	if r.Place != a.Place {
		response.Place = r.Place
	}
	return response, err
}

// answer does what the action asks, and refuses what cannot be. It completes the
// request on the way.
func (b *Bot) answer(ctx context.Context, r *request) (chat.Response, error) {
	if r.length() > maxTyped {
		return b.refuse(ctx, *r, errTooLong)
	}
	if r.pressed() {
		press, err := parseControl(r.Control)
		if err != nil {
			return b.refuse(ctx, *r, err)
		}
		r.press = press
	}
	if err := b.enter(ctx, r); err != nil {
		return b.refuse(ctx, *r, err)
	}
	if id := r.delivery(); id != "" {
		if known, err := b.Table.Delivered(ctx, id, r.now); known || err != nil {
			return b.refuse(ctx, *r, cmp.Or(err, game.ErrDuplicate))
		}
	}
	response, err := b.dispatch(ctx, r)
	if err != nil && len(response.Effects) == 0 {
		return b.refuse(ctx, *r, err)
	}
	response.Done = b.done(*r, response)
	return response, err
}

// dispatch does what the action asks. It completes the request on the way, for
// a refusal to know what was asked.
func (b *Bot) dispatch(ctx context.Context, r *request) (chat.Response, error) {
	switch {
	case r.Origin == chat.OriginCompletion:
		return b.complete(*r)
	case r.Control != "":
		return b.press(ctx, *r)
	case r.Verb != "":
		v, ok := b.verbs[r.Verb]
		if !ok {
			return chat.Response{}, &unknownVerbError{Typed: r.Verb}
		}
		r.verb, r.args = v, r.Args
		return b.run(ctx, v, *r)
	default:
		var err error
		if r.verb, r.args, err = b.parse(*r); err != nil {
			return chat.Response{}, err
		}
		return b.run(ctx, r.verb, *r)
	}
}

// run does what a verb does, if its arguments have values that they can have.
func (b *Bot) run(ctx context.Context, v verb, r request) (chat.Response, error) {
	for _, p := range v.Parameters {
		if given, ok := r.args.find(p.Name); ok && !admits(p, given) {
			return chat.Response{}, &choiceError{Parameter: p}
		}
	}
	return v.run(b, ctx, r)
}

// newID gives the next game id of the seed's sequence (splitmix64,
// https://prng.di.unimi.it/splitmix64.c).
func (b *Bot) newID() game.ID {
	z := b.Seed + b.games.Add(1)*0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return game.ID(z ^ z>>31)
}
