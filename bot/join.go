package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
)

func joinVerb() verb {
	return verb{words: true, Command: chat.Command{
		Name: "join", Help: "Take the free seat of a duel",
	}, run: (*Bot).join, done: "You have joined."}
}

func (b *Bot) join(ctx context.Context, r request) (chat.Response, error) {
	g, err := r.active()
	if err != nil {
		return chat.Response{}, err
	}
	return b.joinGame(ctx, r, g.ID)
}

func (b *Bot) pressJoin(ctx context.Context, r request) (chat.Response, error) {
	return b.joinGame(ctx, r, r.press.game)
}

func (b *Bot) joinGame(ctx context.Context, r request, id game.ID) (chat.Response, error) {
	if err := b.mayDuel(ctx, r, r.by); err != nil {
		return chat.Response{}, err
	}
	return b.takeSeat(ctx, r, id, func(g game.Game) (game.Game, []game.Event, error) { return g.Join(r.by, r.now) })
}

// takeSeat shows a game in which the operation seats somebody.
func (b *Bot) takeSeat(
	ctx context.Context, r request, id game.ID, operation game.Operation,
) (chat.Response, error) {
	g, events, err := b.update(ctx, r, id, operation)
	if err != nil {
		return chat.Response{}, err
	}
	return b.show(ctx, r, g, b.card(ctx, r, g, story(g, events)), nil)
}
