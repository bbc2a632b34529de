package bot

import (
	"context"
	"errors"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
)

// expire closes a game that nobody has touched for too long, with a notice.
func (b *Bot) expire(ctx context.Context, r request) (chat.Response, error) {
	g, events, err := b.update(ctx, r, r.press.game, r.atTurn(func(g game.Game) (game.Game, []game.Event, error) {
		return g.Expire(b.IdleExpiry, r.now)
	}))
	if err != nil {
		return chat.Response{}, err
	}
	text := chat.Say(story(g, events), ".")
	if len(g.Moves) > 0 {
		text = chat.Say(text, " To go on with it: ", chat.CommandOf("load "+rules.FormatTranscript(g.Moves)))
	}
	effects := []chat.Effect{{Kind: chat.Post, Message: chat.Message{Text: text}}}
	collapse, err := b.collapse(ctx, r, g.ID)
	after, failed := b.afterTurn(ctx, r, g)
	return chat.Response{Effects: append(append(effects, collapse...), after...)}, errors.Join(err, failed)
}

// lapse ends a challenge that nobody answered.
func (b *Bot) lapse(ctx context.Context, r request) (chat.Response, error) {
	g, _, err := b.update(ctx, r, r.press.game, func(g game.Game) (game.Game, []game.Event, error) { return g.Lapse(r.now) })
	if err != nil {
		return chat.Response{}, err
	}
	return answered(r, g), nil
}
