package runner

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"othellobot/chat"
	"othellobot/game"
)

// Settle carries out all due tasks, and the tasks that these make due, one after the other. It must
// not run concurrently with [Runner.Run]. It returns only the error of ctx and logs other errors.
func (r *Runner) Settle(ctx context.Context) error {
	for {
		for r.clean(ctx) {
		}
		tasks, _ := r.find(ctx, batch, r.prefixes())
		if len(tasks) == 0 && (r.Reviews.ended.Len() == 0 || !r.reviewNext(ctx)) {
			return ctx.Err()
		}
		for _, task := range tasks {
			r.runTask(ctx, task)
			if ctx.Err() != nil {
				return ctx.Err()
			}
		}
	}
}

// Run carries out due tasks until ctx is done, and waits for the running tasks. It runs many tasks at
// once, so that a few slow ones do not delay the others.
func (r *Runner) Run(ctx context.Context) {
	var running sync.WaitGroup
	defer running.Wait()
	moves := crew{&running, make(chan struct{}, maxRunning)}
	for range max(1, r.Thinkers) {
		running.Go(func() { r.think(ctx, moves) })
	}
	var wakes []chan struct{}
	running.Go(func() {
		for r.reviewNext(ctx) {
		}
	})
	for platform, poster := range r.Posters {
		wake := make(chan struct{}, 1)
		wakes = append(wakes, wake)
		tasks := crew{&running, make(chan struct{}, maxRunning)}
		running.Go(func() { r.serve(ctx, []string{prefixOf(platform)}, poster, tasks, wake) })
	}
	running.Go(func() { r.cleanUp(ctx) })
	for {
		select {
		case <-ctx.Done():
			return
		case <-r.Table.Wake():
			for _, wake := range wakes {
				select {
				case wake <- struct{}{}:
				default:
				}
			}
		}
	}
}

// serve carries out the due tasks of one platform, at most as many as its poster accepts.
func (r *Runner) serve(ctx context.Context, prefixes []string, poster chat.Poster, tasks crew, wake <-chan struct{}) {
	for ctx.Err() == nil {
		limit := min(batch, poster.Capacity())
		if limit == 0 {
			r.sleep(ctx, retryAfter, wake) // a user's action ends the wait early: the platform may work again
			continue
		}
		found, err := r.find(ctx, limit, prefixes)
		for _, task := range found {
			if task.Kind == game.TaskEngine {
				r.Queue.join(task)
			} else {
				tasks.begin(ctx, func() { r.runTask(ctx, task) })
			}
		}
		if len(found) == 0 || err != nil {
			r.pause(ctx, prefixes, wake, err != nil)
		}
	}
}

// Wait moves the bot's clock to end by calling set, and carries out each task at its due time.
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

func (r *Runner) pause(ctx context.Context, prefixes []string, wake <-chan struct{}, failed bool) {
	delay := searchInterval
	next, ok, err := r.Table.Next(ctx, r.Agenda, prefixes)
	switch {
	case failed, err != nil:
		delay, wake = retryAfter, nil
	case ok:
		delay = min(max(next.Sub(r.Clock.Now()), 0), searchInterval)
	}
	r.sleep(ctx, delay, wake)
}

func (r *Runner) find(ctx context.Context, limit int, prefixes []string) ([]game.Task, error) {
	tasks, err := r.Table.Due(ctx, r.Agenda, r.Clock.Now(), limit, prefixes)
	if err != nil {
		r.Log.ErrorContext(ctx, "cannot find due tasks", "error", err)
	}
	tasks = slices.DeleteFunc(tasks, func(t game.Task) bool { return !r.doable(ctx, t) })
	for _, t := range tasks {
		if r.Found != nil {
			r.Found(t, r.Clock.Now())
		}
	}
	return tasks, err
}

// doable reports whether a task can run now. It logs unreadable games, and rejects timed tasks while
// the clock is in doubt.
func (r *Runner) doable(ctx context.Context, t game.Task) bool {
	if t.Kind == game.TaskUnreadable {
		newer, level := errors.Is(t.Err, game.ErrNewer), slog.LevelError
		if newer {
			level = slog.LevelDebug // expected, and repeated until this program is updated
		}
		r.Log.Log(ctx, level, "a stored game cannot be read", "game", t.Game.ID.String(), "error", t.Err)
		if r.Unreadable != nil {
			r.Unreadable(newer)
		}
		return false
	}
	return t.Kind == game.TaskEngine || t.Kind == game.TaskRedraw || r.Clock.Trusted()
}

func (r *Runner) runTask(ctx context.Context, task game.Task) {
	defer r.survive(ctx, task)
	r.logFailure(ctx, r.carryOut(ctx, task))
}

func (r *Runner) carryOut(ctx context.Context, task game.Task) error {
	switch task.Kind {
	case game.TaskProbe:
		return r.probe(ctx, task.Tombstone)
	case game.TaskForget:
		return r.Table.Forget(ctx, r.Results, r.Tombstones, task.Tombstone.Person(), r.Clock.Now())
	}
	arg := ""
	switch task.Kind {
	case game.TaskEngine:
		g, square := r.choose(ctx, task)
		if square == "" {
			return nil
		}
		return r.perform(ctx, chat.OriginEngine, g, "move", square)
	case game.TaskRedraw:
		arg = string(task.Slot)
	case game.TaskDaily:
		arg = Daily{task.Day, task.PreviousPosted, task.Reclaimed, task.Puzzle}.String()
	}
	return r.perform(ctx, chat.OriginClock, task.Game, verbs[task.Kind], arg)
}

// verbs are the verbs of the bot's controls for due tasks.
var verbs = map[game.TaskKind]string{
	game.TaskPing: "ping", game.TaskRemind: "remind", game.TaskOfferClaim: "offer", game.TaskWarn: "warn", game.TaskTimeOut: "time-out",
	game.TaskCount: "count", game.TaskClose: "close", game.TaskExpire: "expire", game.TaskLapse: "lapse",
	game.TaskRedraw: "redraw", game.TaskDaily: "daily",
}

// Daily describes the due daily posts of a place.
type Daily struct {
	Day            game.Day
	PreviousPosted bool // whether the place received the previous day's puzzle
	Reclaimed      bool // whether an earlier attempt may have sent the posts
	Puzzle         game.PuzzleState
}

const dailyFormat = "%d %t %t %d"

// String returns the text for [ParseDaily].
func (d Daily) String() string {
	return fmt.Sprintf(dailyFormat, d.Day, d.PreviousPosted, d.Reclaimed, d.Puzzle)
}

// ParseDaily parses the text of [Daily.String].
func ParseDaily(text string) (d Daily, err error) {
	_, err = fmt.Sscanf(text, dailyFormat, &d.Day, &d.PreviousPosted, &d.Reclaimed, &d.Puzzle)
	return d, err
}
