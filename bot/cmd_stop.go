package bot

import (
	"context"

	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

func stopAction() action {
	return action{
		Command: parse.Command{
			Name: "stop", Help: words.StopHelp{},
		},
		run: (*Bot).stop, press: (*Bot).stop, done: words.DoneStopped{},
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
		offer := r.whisper(words.OrResign{})
		response.Effects = append(response.Effects, offer.Effects...)
	}
	return response, nil
}
