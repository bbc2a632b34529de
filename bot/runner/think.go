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
		action, ok := r.thinkAbout(ctx, task)
		if !ok {
			r.Queue.leave(task.Game.ID)
			continue
		}
		r.Queue.found(task.Game.ID)
		moves.begin(ctx, func() {
			defer r.Queue.leave(task.Game.ID) // not earlier, so that no other thinker takes the game again
			defer r.survive(ctx, task)
			r.note(ctx, r.perform(ctx, action))
		})
	}
}

// thinkAbout finds the engine's move for a task that was taken from the queue. It reports false if
// no move is due or the engine failed.
func (r *Runner) thinkAbout(ctx context.Context, task game.Task) (action chat.Action, ok bool) {
	defer r.survive(ctx, task)
	action, ok, err := r.engineMove(ctx, task.Game)
	r.note(ctx, err)
	return action, ok
}

// engineMove finds the engine's move in the current state of a game. It reports false if it is no
// longer the engine's turn.
func (r *Runner) engineMove(ctx context.Context, waited game.Game) (chat.Action, bool, error) {
	room, _, err := r.Table.Load(ctx, waited.Place, "")
	if err != nil {
		return chat.Action{}, false, err
	}
	g, ok := room.Find(waited.ID)
	if !ok || !g.EngineToMove() {
		return chat.Action{}, false, nil
	}
	seed := uint64(g.ID) + uint64(g.Turn)
	square, err := r.Engine.Choose(ctx, g.Position(), int(g.Level), seed)
	if err != nil {
		return chat.Action{}, false, err
	}
	return by(chat.OriginEngine, g, "move", square.String())
}
