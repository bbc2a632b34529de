package runner

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
)

// review reviews ended games, one after the other, until ctx is done.
func (r *Runner) review(ctx context.Context) {
	for {
		task, ok := r.Reviews.ended.next(ctx)
		if !ok {
			return
		}
		r.reviewGame(ctx, task)
	}
}

// reviewNext reviews one ended game. It reports false if none is waiting.
func (r *Runner) reviewNext(ctx context.Context) bool {
	task, ok := r.Reviews.ended.poll()
	if ok {
		r.reviewGame(ctx, task)
	}
	return ok
}

// reviewGame reviews a game and updates its card.
func (r *Runner) reviewGame(ctx context.Context, task game.Task) {
	defer r.Reviews.ended.leave(task.Game.ID)
	defer r.survive(ctx, task)
	g := task.Game
	if _, err := r.Reviews.Of(ctx, g); err != nil {
		r.note(ctx, err)
		return
	}
	action, ok, err := by(chat.OriginClock, g, "reviewed", "")
	if ok {
		err = r.perform(ctx, action)
	}
	r.note(ctx, err)
}
