package runner

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
)

// think finds the engine's moves for waiting games, one after the other, until ctx is done. A crew
// makes the moves, so that the engine does not wait for the store.
func (r *Runner) think(ctx context.Context, moves crew) {
	for {
		task, ok := r.Queue.next(ctx)
		if !ok {
			return
		}
		g, square := r.choose(ctx, task)
		if square == "" {
			r.Queue.leave(task.Game.ID)
			continue
		}
		r.Queue.markFound(task.Game.ID)
		moves.begin(ctx, func() {
			defer r.Queue.leave(task.Game.ID) // not earlier, so that no other thinker takes the game again
			defer r.survive(ctx, task)
			r.logFailure(ctx, r.perform(ctx, chat.OriginEngine, g, "move", square))
		})
	}
}

// choose returns the current state of a game and the engine's move in it. The square is "" if it is
// no longer the engine's turn, or after a failure, which choose logs.
func (r *Runner) choose(ctx context.Context, task game.Task) (g game.Game, square string) {
	defer r.survive(ctx, task)
	room, _, err := r.Table.Load(ctx, task.Game.Place, "")
	g, ok := room.Find(task.Game.ID)
	if err == nil && ok && g.EngineToMove() {
		chosen, failed := r.Engine.Choose(ctx, g.Position(), int(g.Level), uint64(g.ID)+uint64(g.Turn))
		if err = failed; err == nil {
			square = chosen.String()
		}
	}
	r.logFailure(ctx, err)
	return g, square
}
