package runner

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
)

// think finds the engine's moves in the games that wait for them, one after the
// other, until ctx is done. The moves are made by a crew, so that the engine need
// not wait for the store.
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
			defer r.Queue.leave(task.Game.ID) // not before, or it might be thought about once more
			defer r.survive(ctx, task)
			r.note(ctx, r.perform(ctx, action))
		})
	}
}

// thinkAbout finds the engine's move for a task that was taken out of the line,
// and false if there is none, or none was found.
func (r *Runner) thinkAbout(ctx context.Context, task game.Task) (action chat.Action, ok bool) {
	defer r.survive(ctx, task)
	action, ok, err := r.engineMove(ctx, task.Game)
	r.note(ctx, err)
	return action, ok
}

// engineMove finds the engine's move in a game as it is now, and false if the engine
// is not to move there any more.
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
