package runner

import (
	"context"

	"othellobot/game"
	"othellobot/internal/survived"
)

// survive, when deferred, recovers from the panic of a task, so that one game cannot stop all
// others. The task comes back.
func (r *Runner) survive(ctx context.Context, task game.Task) {
	if value := recover(); value != nil {
		r.Log.ErrorContext(
			ctx, "a panic in a task was survived",
			"game", task.Game.ID.String(), survived.Panic(value),
		)
	}
}
