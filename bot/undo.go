package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
)

func undoVerb() verb {
	return verb{Command: chat.Command{
		Name: "undo", Help: "Take back your last move; the other side may have to agree",
	}, run: (*Bot).undo, done: "The move is taken back."}
}

func (b *Bot) undo(ctx context.Context, r request) (chat.Response, error) {
	g, err := r.active()
	if err != nil {
		return chat.Response{}, err
	}
	g, events, err := b.update(ctx, r, g.ID, func(g game.Game) (game.Game, []game.Event, error) { return g.Undo(r.by, r.now) })
	if err != nil {
		return chat.Response{}, err
	}
	return b.showAnswer(ctx, r, g, events)
}
