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
)

// Settle carries out all due tasks, and the tasks that become due by them, one after the other. It
// returns only the context's error. Other errors are logged, and their tasks come back later.
func (r *Runner) Settle(ctx context.Context) error {
	for {
		for r.clean(ctx) {
		}
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

// Run carries out due tasks until the context is done and all running tasks have ended. It runs
// many tasks at once, so that a slow store or a thinking engine delays no other game.
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

// serve carries out the due tasks of one platform, as many at a time as its poster accepts.
func (r *Runner) serve(ctx context.Context, prefixes []string, poster chat.Poster, tasks crew, wake <-chan struct{}) {
	for ctx.Err() == nil {
		most := min(batch, poster.Capacity())
		if most == 0 {
			r.sleep(ctx, retryAfter, wake) // a wake reports a new answer, so the platform may work again
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

// Wait advances a manual clock to end, and carries out each task at its due time. The clock must be
// the bot's; set moves it.
func (r *Runner) Wait(ctx context.Context, end time.Time, set func(time.Time)) error {
	for {
		next, ok, err := r.Table.Next(ctx, r.Agenda, r.prefixes())
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

// pause returns when a task may be due. If the last search failed, the same tasks are still due, so
// a wake does not help and pause only waits.
func (r *Runner) pause(ctx context.Context, prefixes []string, wake <-chan struct{}, failed bool) {
	delay := lookAgain
	next, ok, err := r.Table.Next(ctx, r.Agenda, prefixes)
	switch {
	case failed, err != nil:
		delay, wake = retryAfter, nil
	case ok:
		delay = min(max(next.Sub(r.Clock.Now()), 0), lookAgain)
	}
	r.sleep(ctx, delay, wake)
}

func (r *Runner) find(ctx context.Context, most int, prefixes []string) ([]game.Task, error) {
	tasks, err := r.Table.Due(ctx, r.Agenda, r.Clock.Now(), most, prefixes)
	if err != nil {
		r.Log.ErrorContext(ctx, "cannot find what is due", "error", err)
	}
	tasks = slices.DeleteFunc(tasks, func(t game.Task) bool { return !r.doable(ctx, t) })
	for _, t := range tasks {
		if r.Found != nil {
			r.Found(t, r.Clock.Now())
		}
	}
	return tasks, err
}

// doable reports whether a task can be done now. Others come back later: timed tasks while the
// clock is in doubt, and unreadable games.
func (r *Runner) doable(ctx context.Context, t game.Task) bool {
	if t.Kind == game.TaskUnreadable {
		newer, level := errors.Is(t.Err, game.ErrNewer), slog.LevelError
		if newer {
			level = slog.LevelDebug // expected, and repeated every two seconds
		}
		r.Log.Log(ctx, level, "a stored game cannot be read", "game", t.Game.ID.String(), "error", t.Err)
		if r.Unreadable != nil {
			r.Unreadable(newer)
		}
		return false
	}
	return t.Kind == game.TaskEngine || t.Kind == game.TaskRedraw || r.Clock.Trusted()
}

// tryTo carries out a task.
func (r *Runner) tryTo(ctx context.Context, task game.Task) {
	defer r.survive(ctx, task)
	r.note(ctx, r.try(ctx, task))
}

func (r *Runner) try(ctx context.Context, task game.Task) error {
	switch task.Kind {
	case game.TaskProbe:
		return r.probe(ctx, task.Tombstone)
	case game.TaskForget:
		return r.Table.Forget(ctx, r.Results, r.Tombstones, task.Tombstone.Person(), r.Clock.Now())
	}
	action, ok, err := r.action(ctx, task)
	if ok {
		err = r.perform(ctx, action)
	}
	return err
}

// verbs are the actions for tasks that need no further data.
var verbs = map[game.TaskKind]string{
	game.TaskPing: "ping", game.TaskRemind: "remind", game.TaskOfferClaim: "offer", game.TaskWarn: "warn", game.TaskTimeOut: "time-out",
	game.TaskCount: "count", game.TaskClose: "close", game.TaskExpire: "expire", game.TaskLapse: "lapse",
}

// action returns the action for a due task. The action applies only to the turn when the task was
// found. It reports false if the task is no longer due.
func (r *Runner) action(ctx context.Context, task game.Task) (chat.Action, bool, error) {
	if verb, ok := verbs[task.Kind]; ok {
		return by(chat.OriginClock, task.Game, verb, "")
	}
	switch task.Kind {
	case game.TaskRedraw:
		return by(chat.OriginClock, task.Game, "redraw", string(task.Slot))
	case game.TaskDaily:
		place, err := chat.ParsePlace(string(task.Game.Place))
		return chat.Action{Origin: chat.OriginClock, Place: place, Control: control.Of("daily", Daily{task.Day, task.Follows, task.Again, task.Rest}.String())}, err == nil, err
	default:
		return r.engineMove(ctx, task.Game)
	}
}
