package runner

import (
	"context"

	"othellobot/chat"
)

// reviewNext waits for an ended game, reviews it and updates its card. It reports false once ctx is
// done.
func (r *Runner) reviewNext(ctx context.Context) (ok bool) {
	task, ok := r.Reviews.ended.next(ctx)
	if !ok {
		return false
	}
	defer r.Reviews.ended.leave(task.Game.ID)
	defer r.survive(ctx, task)
	_, err := r.Reviews.Review(ctx, task.Game)
	if err == nil {
		err = r.perform(ctx, chat.OriginClock, task.Game, "reviewed", "")
	}
	r.logFailure(ctx, err)
	return true
}
