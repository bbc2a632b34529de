package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
)

func undoAction() action {
	return action{
		Command: chat.Command{
			Name: "undo", Help: "Take back your last move; the other side may have to agree",
		},
		run: (*Bot).undo, done: "The move is taken back.",
	}
}

func (b *Bot) undo(ctx context.Context, r *request) (chat.Response, error) {
	g, err := r.active()
	if err != nil {
		return chat.Response{}, err
	}
	out, err := b.change(ctx, r, g.ID, game.Game.Undo)
	if err != nil {
		return chat.Response{}, err
	}
	return b.showAnswer(ctx, r, out), nil
}
