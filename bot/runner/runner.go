package runner

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/internal/survived"
	"othellobot/people"
	"othellobot/rules"
)

// batch limits the due tasks that a search returns.
const batch = 16

// maxRunning limits the running tasks of each platform, and the engine moves that are being stored.
const maxRunning = 64

// retryAfter is the pause after a failed search for due tasks, and while a platform accepts nothing.
const retryAfter = time.Second

// searchInterval is the longest pause between searches. A search also finds tasks that another
// process has left undone.
const searchInterval = 5 * time.Second

// Clock provides the time. Its methods must be safe for concurrent use.
type Clock interface {
	// Now returns the time, in the zone that messages use.
	Now() time.Time
	// Trusted reports whether the time is certainly right. Otherwise the bot ends or deletes no game by
	// time and reminds no player. A game that a wrong clock has ended cannot be restored.
	Trusted() bool
}

// Engine finds moves. It must be safe for concurrent use.
type Engine interface {
	// Choose returns a move of the side to move, which must have a legal move. It stops once ctx is done.
	Choose(ctx context.Context, p rules.Position, level int, seed uint64) (rules.Square, error)
}

// Runner turns due tasks into actions of the engine or the clock, and delivers the responses. If a
// platform accepts nothing, its due tasks wait in the store, and those of other platforms continue.
type Runner struct {
	people.Ports
	Handler  chat.Handler
	Clock    Clock
	Engine   Engine
	Queue    *Queue
	Reviews  *Reviews
	Posters  map[string]chat.Poster // by platform; other processes do the tasks of other platforms
	Log      *slog.Logger
	Thinkers int // number of games that the engine thinks about at a time, at least 1
	// Unreadable, if not nil, is called for each unreadable game. newer reports that a newer version
	// of the program can read it.
	Unreadable func(newer bool)
	// Found, if not nil, is called with each task that can be done now, and the time.
	Found func(task game.Task, now time.Time)

	cleaned time.Time // time of the last clean-up
}

func (r *Runner) prefixes() []string {
	var prefixes []string
	for platform := range r.Posters {
		prefixes = append(prefixes, prefixOf(platform))
	}
	return prefixes
}

func prefixOf(platform string) string { return chat.Place{Platform: platform}.Prefix() }

// crew runs at most cap(capacity) functions at once.
type crew struct {
	running  *sync.WaitGroup
	capacity chan struct{}
}

func (c crew) begin(ctx context.Context, do func()) {
	select {
	case c.capacity <- struct{}{}:
		c.running.Go(func() {
			defer func() { <-c.capacity }()
			do()
		})
	case <-ctx.Done():
	}
}

func (r *Runner) sleep(ctx context.Context, delay time.Duration, wake <-chan struct{}) {
	select {
	case <-wake: // first, so that a pending wake is taken even if the delay is over
		return
	default:
	}
	select {
	case <-ctx.Done():
	case <-wake:
	case <-time.After(delay):
	}
}

// logFailure logs the error of a task, unless ctx is done.
func (r *Runner) logFailure(ctx context.Context, err error) {
	if err != nil && ctx.Err() == nil {
		r.Log.ErrorContext(ctx, "cannot carry out a due task", "error", err)
	}
}

// perform puts the moment of g into the control, so that the bot can recognize an outdated action.
func (r *Runner) perform(ctx context.Context, origin chat.Origin, g game.Game, verb, arg string) error {
	place, err := chat.ParsePlace(string(g.Place))
	poster, ok := r.Posters[place.Platform]
	if err != nil || !ok { // another process serves the platform
		return err
	}
	response, err := r.Handler.Handle(ctx, chat.Action{Origin: origin, Place: place, Control: control.For(g, verb, arg)})
	if len(response.Effects) > 0 {
		poster.Deliver(ctx, place, response)
	}
	return err
}

// survive must be deferred. It recovers from the panic of a task and logs it.
func (r *Runner) survive(ctx context.Context, task game.Task) {
	if value := recover(); value != nil {
		r.Log.ErrorContext(ctx, "recovered from a panic in a task", "game", task.Game.ID.String(), survived.Panic(value))
	}
}

// cleanInterval is the time between clean-ups.
const cleanInterval = time.Minute

func (r *Runner) cleanUp(ctx context.Context) {
	for ctx.Err() == nil {
		pause := searchInterval
		if r.clean(ctx) {
			pause = game.PurgePause
		}
		r.sleep(ctx, pause, nil)
	}
}

// clean reports whether there is more to delete.
func (r *Runner) clean(ctx context.Context) bool {
	now := r.Clock.Now()
	if since := now.Sub(r.cleaned); !r.Clock.Trusted() || 0 <= since && since < cleanInterval {
		return false
	}
	more, err := r.Agenda.Clean(ctx, now)
	r.logFailure(ctx, err)
	if more && err == nil {
		return true
	}
	r.cleaned = now
	return false
}

func (r *Runner) probe(ctx context.Context, t game.Tombstone) error {
	place, err := chat.ParsePrefix(t.Prefix)
	if err == nil {
		r.Posters[place.Platform].Deliver(ctx, place, chat.Response{Effects: []chat.Effect{{Kind: chat.Probe}}})
	}
	return err
}
