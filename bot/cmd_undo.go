package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

func undoAction() action {
	return command("undo", words.UndoHelp{}, (*Bot).undo).pressing((*Bot).undo).saying(words.DoneTakenBack{})
}

func (b *Bot) undo(ctx context.Context, r *request) (chat.Response, error) {
	g, err := r.controlledOr(r.activeGame)
	if err != nil {
		return chat.Response{}, err
	}
	undo := game.Operation(game.Game.Undo)
	if r.control.Verb != "" {
		undo = undo.In(r.control.At)
	}
	return b.operate(ctx, r, g.ID, undo)
}
