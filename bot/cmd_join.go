package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
)

func joinAction() action {
	return action{
		Command: chat.Command{
			Name: "join", Help: "Take the free seat of a duel",
		},
		onlyText: true, run: (*Bot).join, done: "You have joined.", press: (*Bot).pressJoin,
	}
}

func (b *Bot) join(ctx context.Context, r *request) (chat.Response, error) {
	g, err := r.active()
	if err != nil {
		return chat.Response{}, err
	}
	return b.joinGame(ctx, r, g.ID)
}

func (b *Bot) pressJoin(ctx context.Context, r *request) (chat.Response, error) {
	return b.joinGame(ctx, r, r.control.game)
}

func (b *Bot) joinGame(ctx context.Context, r *request, id game.ID) (chat.Response, error) {
	if err := b.mayDuel(ctx, r, r.by); err != nil {
		return chat.Response{}, err
	}
	return b.takeSeat(ctx, r, id, game.Game.Join)
}

// takeSeat shows a game in which the operation seats somebody.
func (b *Bot) takeSeat(ctx context.Context, r *request, id game.ID, operation game.Operation) (chat.Response, error) {
	out, err := b.change(ctx, r, id, operation)
	if err != nil {
		return chat.Response{}, err
	}
	return b.show(r, out, b.card(ctx, r, out.Game, story(out.Game, out.Events)), nil), nil
}
