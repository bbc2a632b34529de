package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
)

func refuseAction() action {
	return action{Command: chat.Command{Name: "refuse"}, press: (*Bot).pressRefuse}
}

// pressRefuse drops the question. Its message tells so; the board is as it was.
func (b *Bot) pressRefuse(ctx context.Context, r *request) (chat.Response, error) {
	refuse := game.Operation(game.Game.Refuse).In(r.control.turn)
	if _, err := b.do(ctx, r, game.Proposal{Game: r.control.game, Operation: refuse}); err != nil {
		return chat.Response{}, err
	}
	m := chat.Message{Text: chat.Say(name(r.by), " refused; the game goes on.")}
	return chat.Response{Effects: []chat.Effect{{Kind: chat.Edit, Message: m}}}, nil
}
