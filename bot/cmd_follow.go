package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

// pressFollow has the actor mentioned when a round of votes begins, or no longer if they
// are. They alone are told.
func (b *Bot) pressFollow(ctx context.Context, r *request) (chat.Response, error) {
	r, out, err := b.do(ctx, r, game.Proposal{Game: r.control.Game, Operation: game.Game.Follow})
	if err != nil {
		return chat.Response{}, err
	}
	if out.Game.Follows(r.by) {
		return r.whisper(words.ToldOfRounds{}), nil
	}
	return r.whisper(words.UntoldOfRounds{}), nil
}

// pressGoOn opens the vote again in a game that rests.
func (b *Bot) pressGoOn(ctx context.Context, r *request) (chat.Response, error) {
	r, out, err := b.change(ctx, r, r.control.Game, game.Operation(game.Game.GoOn).In(r.control.At))
	if err != nil {
		return chat.Response{}, err
	}
	return b.show(r, out, func() chat.Message { return b.card(ctx, &r.Viewer, out.Game, r.LastStory(out.Game)) }), nil
}
