package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
)

func stopVerb() verb {
	return verb{Command: chat.Command{
		Name: "stop", Help: "End the game without a result",
	}, run: (*Bot).stop, done: "The game is stopped."}
}

func (b *Bot) stop(ctx context.Context, r request) (chat.Response, error) {
	g, err := r.active()
	if err != nil {
		return chat.Response{}, err
	}
	stop := func(g game.Game) (game.Game, []game.Event, error) { return g.Stop(r.by, r.Moderator, r.now) }
	g, events, err := b.update(ctx, r, g.ID, stop)
	if err != nil {
		return chat.Response{}, err
	}
	response, err := b.showAnswer(ctx, r, g, events)
	if g.Ask != nil && g.Mode == game.Duel {
		offer := whisperText("Or give up at once: ", chat.CommandOf("resign"), ".")
		response.Effects = append(response.Effects, offer.Effects...)
	}
	return response, err
}
