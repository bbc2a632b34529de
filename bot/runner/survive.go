package runner

import (
	"context"

	"othellobot/game"
	"othellobot/internal/survived"
)

// survive must be deferred. It recovers from the panic of a task, so that other games continue. The
// task comes back.
func (r *Runner) survive(ctx context.Context, task game.Task) {
	if value := recover(); value != nil {
		r.Log.ErrorContext(
			ctx, "a panic in a task was survived",
			"game", task.Game.ID.String(), survived.Panic(value),
		)
	}
}
