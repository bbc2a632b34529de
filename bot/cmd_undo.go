package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

func undoAction() action {
	return command("undo", words.UndoHelp{}, (*Bot).undo).saying(words.DoneTakenBack{})
}

func (b *Bot) undo(ctx context.Context, r *request) (chat.Response, error) {
	g, err := r.activeGame()
	if err != nil {
		return chat.Response{}, err
	}
	return b.operate(ctx, r, g.ID, game.Game.Undo)
}
