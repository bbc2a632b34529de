package bot

import (
	"context"

	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

func joinAction() action {
	return action{
		Command: parse.Command{
			Name: "join", Help: words.JoinHelp{}, TextOnly: true,
		},
		run: (*Bot).join, done: words.DoneJoined{}, press: (*Bot).pressJoin,
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
	return b.joinGame(ctx, r, r.control.Game)
}

func (b *Bot) joinGame(ctx context.Context, r *request, id game.ID) (chat.Response, error) {
	if err := b.mayPlay(ctx, r); err != nil {
		return chat.Response{}, err
	}
	return b.takeSeat(ctx, r, id, game.Game.Join)
}

// takeSeat shows a game in which the operation seats somebody.
func (b *Bot) takeSeat(ctx context.Context, r *request, id game.ID, operation game.Operation) (chat.Response, error) {
	r, out, err := b.change(ctx, r, id, operation)
	if err != nil {
		return chat.Response{}, err
	}
	return b.showHappened(ctx, r, out), nil
}
