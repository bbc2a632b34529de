package bot

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"othellobot/chat"
	"othellobot/game"
)

// batch is how many due tasks a runner takes at once.
const batch = 16

// atOnce is how many tasks may be under way.
const atOnce = 64

// retryAfter is how long a runner waits after it could not find what is due.
const retryAfter = time.Second

// lookAgain is how long a runner waits at most before it looks for what is due:
// others who share the store may have left something undone.
const lookAgain = 5 * time.Second

// Runner does what nobody asked for: it plays the engine's moves, reminds
// players, and ends what was left alone. It turns each due task into an action
// of the engine or the clock, and delivers the response.
type Runner struct {
	Bot     *Bot
	Posters map[string]chat.Poster // by platform; what is due elsewhere is left to others
	Log     *slog.Logger
}

// Settle does all that is due now, and all that this makes due now, one after
// the other. It returns only the context's error; what goes wrong is logged, and
// the task comes back later.
func (r *Runner) Settle(ctx context.Context) error {
	for {
		tasks, _ := r.find(ctx, r.due)
		if len(tasks) == 0 {
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

// Run does what falls due, many things at once so that a slow platform or a
// thinking engine holds up nobody else's game, until the context is done and all
// that was begun has ended.
func (r *Runner) Run(ctx context.Context) { r.run(ctx, r.due) }

// finder finds up to most tasks that are due.
type finder func(ctx context.Context, now time.Time, most int) ([]game.Task, error)

// due finds what is due in the places that the runner can reach.
func (r *Runner) due(ctx context.Context, now time.Time, most int) ([]game.Task, error) {
	return r.Bot.Table.Due(ctx, now, most, r.prefixes())
}

// next is when something will be due there, and false if nothing will.
func (r *Runner) next(ctx context.Context) (time.Time, bool, error) {
	return r.Bot.Table.Next(ctx, r.prefixes())
}

// prefixes begin the names of the places that the runner can reach.
func (r *Runner) prefixes() []string {
	var prefixes []string
	for platform := range r.Posters {
		prefixes = append(prefixes, chat.Place{Platform: platform}.Prefix())
	}
	return prefixes
}

func (r *Runner) run(ctx context.Context, due finder) {
	slots := make(chan struct{}, atOnce)
	var running sync.WaitGroup
	defer running.Wait()
	for ctx.Err() == nil {
		tasks, err := r.find(ctx, due)
		for _, task := range tasks {
			select {
			case slots <- struct{}{}:
			case <-ctx.Done():
				return
			}
			running.Go(func() {
				defer func() { <-slots }()
				r.tryTo(ctx, task)
			})
		}
		if len(tasks) == 0 || err != nil {
			r.pause(ctx, err != nil)
		}
	}
}

// Wait moves a clock that does not run by itself on to end, and does on the way
// all that falls due, each at its time. The clock is the one that the bot reads;
// set moves it.
func (r *Runner) Wait(ctx context.Context, end time.Time, set func(time.Time)) error {
	for {
		next, ok, err := r.next(ctx)
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
func (r *Runner) pause(ctx context.Context, failed bool) {
	delay, wake := lookAgain, r.Bot.Table.Wake()
	next, ok, err := r.next(ctx)
	switch {
	case failed, err != nil:
		delay, wake = retryAfter, nil
	case ok:
		delay = min(max(next.Sub(r.Bot.Now()), 0), lookAgain)
	}
	timer := time.NewTimer(delay)
	defer timer.Stop()
	select {
	case <-ctx.Done():
	case <-wake:
	case <-timer.C:
	}
}

func (r *Runner) find(ctx context.Context, due finder) ([]game.Task, error) {
	tasks, err := due(ctx, r.Bot.Now(), batch)
	if err != nil {
		r.Log.ErrorContext(ctx, "cannot find what is due", "error", err)
	}
	return tasks, err
}

// tryTo does a task. What fails is logged, and the task comes back.
func (r *Runner) tryTo(ctx context.Context, task game.Task) {
	if err := r.do(ctx, task); err != nil {
		r.Log.ErrorContext(ctx, "cannot do what is due", "error", err)
	}
}

func (r *Runner) do(ctx context.Context, task game.Task) error {
	place, err := chat.ParsePlace(string(task.Game.Place))
	if err != nil {
		return err
	}
	poster, ok := r.Posters[place.Platform]
	if !ok {
		return nil // a platform that is not running now; the task comes back
	}
	action, err := r.action(ctx, task)
	if err != nil {
		return err
	}
	action.Place = place
	response, err := r.Bot.Handle(ctx, action)
	if len(response.Effects) == 0 {
		return err
	}
	return errors.Join(err, poster.Deliver(ctx, place, response))
}

// action says what is due as an action, for the turn in which it was found.
func (r *Runner) action(ctx context.Context, task game.Task) (chat.Action, error) {
	g := task.Game
	clock := func(verb string) chat.Action {
		return chat.Action{Origin: chat.OriginClock, Control: controlFor(g, verb, "")}
	}
	switch task.Kind {
	case game.TaskPing:
		return clock("ping"), nil
	case game.TaskRemind:
		return clock("remind"), nil
	case game.TaskOfferClaim:
		return clock("offer"), nil
	case game.TaskExpire:
		return clock("expire"), nil
	case game.TaskLapse:
		return clock("lapse"), nil
	default:
		seed := uint64(g.ID) + uint64(g.Turn)
		square, err := r.Bot.Engine.Choose(ctx, g.Position(), int(g.Level), seed)
		return chat.Action{Origin: chat.OriginEngine, Control: controlFor(g, "move", square.String())}, err
	}
}
