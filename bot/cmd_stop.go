package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
)

func stopAction() action {
	return action{
		Command: chat.Command{
			Name: "stop", Help: "End the game without a result",
		},
		run: (*Bot).stop, done: "The game is stopped.",
	}
}

func (b *Bot) stop(ctx context.Context, r *request) (chat.Response, error) {
	g, err := r.active()
	if err != nil {
		return chat.Response{}, err
	}
	out, err := b.change(ctx, r, g.ID, game.Stop(r.Moderator))
	if err != nil {
		return chat.Response{}, err
	}
	response := b.showAnswer(ctx, r, out)
	if out.Game.Ask != nil && g.Mode == game.Duel {
		offer := whisperText("Or give up at once: ", chat.CommandOf("resign"), ".")
		response.Effects = append(response.Effects, offer.Effects...)
	}
	return response, nil
}
