package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
)

func agreeAction() action {
	return action{Command: chat.Command{Name: "agree"}, press: (*Bot).pressAgree}
}

func (b *Bot) pressAgree(ctx context.Context, r *request) (chat.Response, error) {
	out, err := b.change(ctx, r, r.control.game, game.Operation(game.Game.Agree).In(r.control.turn))
	if err != nil {
		return chat.Response{}, err
	}
	return b.showAnswer(ctx, r, out), nil
}
