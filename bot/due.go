package bot

import (
	"context"
	"errors"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
)

// ping reminds the player to move.
func (b *Bot) ping(ctx context.Context, r request) (chat.Response, error) {
	g, _, err := b.update(ctx, r, r.press.game, r.atTurn(game.Game.Ping))
	if err != nil {
		return chat.Response{}, err
	}
	return chat.Response{Effects: []chat.Effect{reminder(g)}}, nil
}

// reminder notifies the player to move, with all they need to know.
func reminder(g game.Game) chat.Effect {
	p := g.Position()
	text := chat.Say(mention(g.Player(p.ToMove)), ", it is your move (", p.ToMove, ").")
	if told := story(g, g.LastMove()); len(told) > 0 {
		text = chat.Say(text, " ", told, ": ", p.Score(), ".")
	}
	return chat.Effect{
		Kind: chat.Ping, Message: chat.Message{Text: text},
		Game: gameID(g), Slot: chat.SlotPing, Version: uint64(g.Version),
	}
}

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
