package runner

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
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

// Table tells what is due, as a [game.Table] does.
type Table interface {
	Load(ctx context.Context, at game.Place, delivery game.Delivery) (game.Room, bool, error)
	Due(ctx context.Context, now time.Time, most int, prefixes []string) ([]game.Task, error)
	Next(ctx context.Context, prefixes []string) (time.Time, bool, error)
	Wake() <-chan struct{}
	Clean(ctx context.Context, now time.Time) error
	Doubtful(ctx context.Context, now time.Time, most int, prefixes []string) ([]game.Tombstone, error)
	Purge(ctx context.Context, now time.Time) (more bool, err error)
}

// Handler does what actions ask for, as a [chat.Handler] does.
type Handler interface {
	Handle(ctx context.Context, a chat.Action) (chat.Response, error)
}

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
	Handler  Handler
	Table    Table
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
	// Late, if not nil, is told how late each task of the engine or the clock is begun.
	Late func(kind game.TaskKind, by time.Duration)

	cleaned time.Time
}

// Settle does all that is due now, and all that this makes due now, one after
// the other. It returns only the context's error; what goes wrong is logged, and
// the task comes back later.
func (r *Runner) Settle(ctx context.Context) error {
	for {
		r.clean(ctx)
		r.purge(ctx)
		tasks, _ := r.find(ctx, batch, r.prefixes())
		if len(tasks) == 0 && !r.reviewNext(ctx) {
			return ctx.Err()
		}
		for _, task := range tasks {
			r.tryTo(ctx, task)
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
	}
}

// Run does what falls due, many things at once so that a slow store or a thinking
// engine holds up nobody else's game, until the context is done and all that was
// begun has ended.
func (r *Runner) Run(ctx context.Context) {
	var running sync.WaitGroup
	defer running.Wait()
	moves := crew{&running, make(chan struct{}, atOnce)}
	for range max(1, r.Thinkers) {
		running.Go(func() { r.think(ctx, moves) })
	}
	var wakes []chan struct{}
	running.Go(func() { r.review(ctx) })
	for platform, poster := range r.Posters {
		wake := make(chan struct{}, 1)
		wakes = append(wakes, wake)
		tasks := crew{&running, make(chan struct{}, atOnce)}
		running.Go(func() { r.serve(ctx, []string{prefixOf(platform)}, poster, tasks, wake) })
	}
	running.Go(func() { r.cleanUp(ctx) })
	for {
		select {
		case <-ctx.Done():
			return
		case <-r.Table.Wake():
			for _, wake := range wakes {
				signal(wake)
			}
		}
	}
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

// serve does what falls due on one platform, as much at a time as its poster takes
// on.
func (r *Runner) serve(ctx context.Context, prefixes []string, poster chat.Poster, tasks crew, wake <-chan struct{}) {
	for ctx.Err() == nil {
		most := min(batch, poster.Capacity())
		if most == 0 {
			r.sleep(ctx, retryAfter, wake) // a wake tells of an answer, which the platform may take on again
			continue
		}
		found, err := r.find(ctx, most, prefixes)
		for _, task := range found {
			if task.Kind == game.TaskEngine {
				r.Queue.join(task)
			} else {
				tasks.begin(ctx, func() { r.tryTo(ctx, task) })
			}
		}
		if len(found) == 0 || err != nil {
			r.pause(ctx, prefixes, wake, err != nil)
		}
	}
}

// Wait moves a clock that does not run by itself on to end, and does on the way
// all that falls due, each at its time. The clock is the one that the bot reads;
// set moves it.
func (r *Runner) Wait(ctx context.Context, end time.Time, set func(time.Time)) error {
	for {
		next, ok, err := r.Table.Next(ctx, r.prefixes())
		if err != nil {
			return err
		}
		if !ok || next.After(end) {
			break
		}
		set(next)
		if err := r.Settle(ctx); err != nil {
			return err
		}
	}
	set(end)
	return r.Settle(ctx)
}

// pause returns when something may be due. If it could not be found out what is
// due, what was due still is, and only time can help.
func (r *Runner) pause(ctx context.Context, prefixes []string, wake <-chan struct{}, failed bool) {
	delay := lookAgain
	next, ok, err := r.Table.Next(ctx, prefixes)
	switch {
	case failed, err != nil:
		delay, wake = retryAfter, nil
	case ok:
		delay = min(max(next.Sub(r.Clock.Now()), 0), lookAgain)
	}
	r.sleep(ctx, delay, wake)
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

func (r *Runner) find(ctx context.Context, most int, prefixes []string) ([]game.Task, error) {
	tasks, err := r.Table.Due(ctx, r.Clock.Now(), most, prefixes)
	if err != nil {
		r.Log.ErrorContext(ctx, "cannot find what is due", "error", err)
	}
	tasks = slices.DeleteFunc(tasks, func(t game.Task) bool { return !r.doable(ctx, t) })
	for _, t := range tasks {
		if r.Late != nil && t.At != 0 {
			r.Late(t.Kind, max(0, r.Clock.Now().Sub(time.UnixMilli(t.At))))
		}
	}
	return tasks, err
}

// doable reports whether a task can be done now. The others come back: those of
// time while the time is in doubt, and games that cannot be read.
func (r *Runner) doable(ctx context.Context, t game.Task) bool {
	if t.Kind == game.TaskUnreadable {
		newer, level := errors.Is(t.Err, game.ErrNewer), slog.LevelError
		if newer {
			level = slog.LevelDebug // it comes every two seconds, and is as it should be
		}
		r.Log.Log(ctx, level, "a stored game cannot be read", "game", t.Game.ID.String(), "error", t.Err)
		if r.Unreadable != nil {
			r.Unreadable(newer)
		}
		return false
	}
	return t.Kind == game.TaskEngine || t.Kind == game.TaskRedraw || r.Clock.Trusted()
}

// tryTo does a task.
func (r *Runner) tryTo(ctx context.Context, task game.Task) {
	defer r.survive(ctx, task)
	action, ok, err := r.action(ctx, task)
	if ok {
		err = r.perform(ctx, action)
	}
	r.note(ctx, err)
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

// action says what is due as an action, for the turn in which it was found, and
// false if nothing is any more.
func (r *Runner) action(ctx context.Context, task game.Task) (chat.Action, bool, error) {
	switch task.Kind {
	case game.TaskPing:
		return by(chat.OriginClock, task.Game, "ping", "")
	case game.TaskRemind:
		return by(chat.OriginClock, task.Game, "remind", "")
	case game.TaskOfferClaim:
		return by(chat.OriginClock, task.Game, "offer", "")
	case game.TaskCount:
		return by(chat.OriginClock, task.Game, "count", "")
	case game.TaskClose:
		return by(chat.OriginClock, task.Game, "close", "")
	case game.TaskExpire:
		return by(chat.OriginClock, task.Game, "expire", "")
	case game.TaskLapse:
		return by(chat.OriginClock, task.Game, "lapse", "")
	case game.TaskRedraw:
		return by(chat.OriginClock, task.Game, "redraw", string(task.Slot))
	case game.TaskDaily:
		place, err := chat.ParsePlace(string(task.Game.Place))
		return chat.Action{Origin: chat.OriginClock, Place: place, Control: control.Of("daily", Daily{task.Day, task.Follows, task.Again}.String())}, err == nil, err
	default:
		return r.engineMove(ctx, task.Game)
	}
}

// by is an action of nobody in particular on a game as it is.
func by(origin chat.Origin, g game.Game, verb, arg string) (chat.Action, bool, error) {
	place, err := chat.ParsePlace(string(g.Place))
	return chat.Action{Origin: origin, Place: place, Control: control.For(g, verb, arg)}, err == nil, err
}
