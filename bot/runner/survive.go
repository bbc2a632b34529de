package runner

import (
	"context"
	"fmt"
	"runtime/debug"

	"othellobot/game"
)

// survive, deferred, ends the panic of a task, so that one game cannot end all
// others. The task comes back. What the panic said is left out of the log: it may
// hold anything.
func (r *Runner) survive(ctx context.Context, task game.Task) {
	if p := recover(); p != nil {
		r.Log.ErrorContext(
			ctx, "a panic in a task was survived",
			"game", task.Game.ID.String(), "type", fmt.Sprintf("%T", p), "stack", string(debug.Stack()),
		)
	}
}
