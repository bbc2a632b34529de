package runner

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
	"othellobot/rules"
)

// batch is how many due tasks of a platform a runner takes at once.
const batch = 16

// atOnce is how many tasks of a platform may be under way, and how many moves that
// the engine has found.
const atOnce = 64

// retryAfter is how long a runner waits after it could not find what is due, or the
// platform could take nothing on.
const retryAfter = time.Second

// lookAgain is how long a runner waits at most before it looks for what is due:
// others who share the store may have left something undone.
const lookAgain = 5 * time.Second

// Clock tells the time. Its methods may be called concurrently.
type Clock interface {
	// Now is the time, in the zone in which times are told.
	Now() time.Time
	// Trusted reports whether the time is beyond doubt. While it is not, no game
	// expires, lapses, gives way, is claimed or forgotten, and nobody is reminded:
	// what a wrong clock ends nobody brings back.
	Trusted() bool
	// After sends once that much time has passed, even if the clock is set in between.
	After(d time.Duration) <-chan time.Time
}

// Engine finds moves. It may be called concurrently.
type Engine interface {
	// Choose finds a move for the side to move, which must have one. It stops early when
	// ctx is done.
	Choose(ctx context.Context, p rules.Position, level int, seed uint64) (rules.Square, error)
}

// Runner does what nobody asked for: it plays the engine's moves, reminds
// players, ends what was left alone, and reviews what has ended. It turns each due task into an action
// of the engine or the clock, and delivers the response. No platform waits for
// another one: what is due on one that takes nothing on waits in the store.
type Runner struct {
	people.Ports
	Handler  chat.Handler
	Clock    Clock
	Engine   Engine
	Queue    *Queue
	Reviews  *Reviews
	Posters  map[string]chat.Poster // by platform; what is due elsewhere is left to others
	Log      *slog.Logger
	Thinkers int // in how many games the engine thinks at a time, at least 1
	// Unreadable, if not nil, is told of each game that was found unreadable, and whether
	// only because a newer version of the program keeps it.
	Unreadable func(newer bool)
	// Found, if not nil, is called with each task that is begun, and when.
	Found func(task game.Task, now time.Time)

	cleaned time.Time
}

// prefixes begin the names of the places that the runner can reach.
func (r *Runner) prefixes() []string {
	var prefixes []string
	for platform := range r.Posters {
		prefixes = append(prefixes, prefixOf(platform))
	}
	return prefixes
}

func prefixOf(platform string) string { return chat.Place{Platform: platform}.Prefix() }

// signal leaves a signal, unless one waits already.
func signal(to chan struct{}) {
	select {
	case to <- struct{}{}:
	default:
	}
}

// crew does a bounded number of things at once.
type crew struct {
	running *sync.WaitGroup
	places  chan struct{}
}

// begin begins something as soon as there is a place, unless ctx is done first.
func (c crew) begin(ctx context.Context, do func()) {
	select {
	case c.places <- struct{}{}:
		c.running.Go(func() {
			defer func() { <-c.places }()
			do()
		})
	case <-ctx.Done():
	}
}

// sleep returns after a while, or at a signal.
func (r *Runner) sleep(ctx context.Context, delay time.Duration, wake <-chan struct{}) {
	select {
	case <-wake: // first, or it would be left over by chance where the time is up, too
		return
	default:
	}
	select {
	case <-ctx.Done():
	case <-wake:
	case <-r.Clock.After(delay):
	}
}

// note logs what went wrong with a task, which comes back.
func (r *Runner) note(ctx context.Context, err error) {
	if err != nil && ctx.Err() == nil {
		r.Log.ErrorContext(ctx, "cannot do what is due", "error", err)
	}
}

// perform has the bot do an action, and shows what came of it.
func (r *Runner) perform(ctx context.Context, action chat.Action) error {
	poster, ok := r.Posters[action.Place.Platform]
	if !ok {
		return nil // a platform that is not running now; the task comes back
	}
	response, err := r.Handler.Handle(ctx, action)
	if len(response.Effects) > 0 {
		poster.Deliver(ctx, action.Place, response)
	}
	return err
}

// by is an action of nobody in particular on a game as it is.
func by(origin chat.Origin, g game.Game, verb, arg string) (chat.Action, bool, error) {
	place, err := chat.ParsePlace(string(g.Place))
	return chat.Action{Origin: origin, Place: place, Control: control.For(g, verb, arg)}, err == nil, err
}
