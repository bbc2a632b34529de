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

// batch limits the due tasks of a platform that a runner takes at once.
const batch = 16

// atOnce limits the running tasks of each platform, and the found engine moves that are being made.
const atOnce = 64

// retryAfter is the pause after due tasks could not be read, or while a platform accepts nothing.
const retryAfter = time.Second

// lookAgain is the longest pause between searches for due tasks. Another process that shares the
// store may have left a task undone.
const lookAgain = 5 * time.Second

// Clock provides the time. Its methods must be safe for concurrent use.
type Clock interface {
	// Now returns the time, in the zone that messages use.
	Now() time.Time
	// Trusted reports whether the time is beyond doubt. Otherwise no game expires, lapses, gives
	// way, is claimed or is deleted, and no player is reminded. A game that a wrong clock ends
	// cannot be restored.
	Trusted() bool
}

// Engine finds moves. It must be safe for concurrent use.
type Engine interface {
	// Choose finds a move for the side to move, which must have one. It stops early when ctx is
	// done.
	Choose(ctx context.Context, p rules.Position, level int, seed uint64) (rules.Square, error)
}

// Runner carries out work that no user requests: it plays the engine's moves, reminds players, ends
// idle games, and reviews ended games. It turns each due task into an action of the engine or the
// clock, and delivers the response.
//
// No platform waits for another one. If a platform accepts nothing, its due tasks wait in the
// store.
type Runner struct {
	people.Ports
	Handler  chat.Handler
	Clock    Clock
	Engine   Engine
	Queue    *Queue
	Reviews  *Reviews
	Posters  map[string]chat.Poster // by platform; tasks of other platforms are left to other processes
	Log      *slog.Logger
	Thinkers int // number of games that the engine thinks about at a time, at least 1
	// Unreadable, if not nil, is called for each game that was found unreadable. newer reports that
	// only a newer version of the program can read it.
	Unreadable func(newer bool)
	// Found, if not nil, is called with each task that is begun, and the time.
	Found func(task game.Task, now time.Time)

	cleaned time.Time
}

// prefixes returns the prefixes of all places that the runner can reach.
func (r *Runner) prefixes() []string {
	var prefixes []string
	for platform := range r.Posters {
		prefixes = append(prefixes, prefixOf(platform))
	}
	return prefixes
}

func prefixOf(platform string) string { return chat.Place{Platform: platform}.Prefix() }

// signal sends a signal, unless one is pending.
func signal(to chan struct{}) {
	select {
	case to <- struct{}{}:
	default:
	}
}

// crew runs a bounded number of functions at once.
type crew struct {
	running *sync.WaitGroup
	places  chan struct{}
}

// begin runs a function as soon as there is capacity, unless ctx is done first.
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

// sleep returns after a delay, at a wake, or when ctx is done.
func (r *Runner) sleep(ctx context.Context, delay time.Duration, wake <-chan struct{}) {
	select {
	case <-wake: // checked first, so that a wake is never left over when the time is up too
		return
	default:
	}
	select {
	case <-ctx.Done():
	case <-wake:
	case <-time.After(delay):
	}
}

// note logs the failure of a task. The task comes back.
func (r *Runner) note(ctx context.Context, err error) {
	if err != nil && ctx.Err() == nil {
		r.Log.ErrorContext(ctx, "cannot do what is due", "error", err)
	}
}

// perform passes an action to the bot and delivers the response.
func (r *Runner) perform(ctx context.Context, action chat.Action) error {
	poster, ok := r.Posters[action.Place.Platform]
	if !ok {
		return nil // the platform is not running; the task comes back
	}
	response, err := r.Handler.Handle(ctx, action)
	if len(response.Effects) > 0 {
		poster.Deliver(ctx, action.Place, response)
	}
	return err
}

// by returns an action without a user, on a game in its current state.
func by(origin chat.Origin, g game.Game, verb, arg string) (chat.Action, bool, error) {
	place, err := chat.ParsePlace(string(g.Place))
	return chat.Action{Origin: origin, Place: place, Control: control.For(g, verb, arg)}, err == nil, err
}
