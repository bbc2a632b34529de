package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
)

// ping reminds the player to move for the first time.
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

// remind reminds the player to move for the second time.
func (b *Bot) remind(ctx context.Context, r request) (chat.Response, error) {
	g, _, err := b.update(ctx, r, r.press.game, r.atTurn(func(g game.Game) (game.Game, []game.Event, error) {
		return g.Remind(r.now)
	}))
	if err != nil {
		return chat.Response{}, err
	}
	toMove := g.Position().ToMove
	return b.remindWith(ctx, r, g, chat.Effect{Kind: chat.Ping, Message: chat.Message{
		Text: chat.Say(
			mention(g.Player(toMove)), ", ", name(g.Player(toMove.Opponent())),
			" has been waiting for your move (", toMove, ") for a day. ", chat.CommandOf("board"), " brings the board down here.",
		),
	}})
}

// remindWith sends a reminder in the place of the one before.
func (b *Bot) remindWith(ctx context.Context, r request, g game.Game, e chat.Effect) (chat.Response, error) {
	e.Game, e.Slot, e.Version = gameID(g), chat.SlotPing, uint64(g.Version)
	before, err := b.removeReminder(ctx, r, g.ID)
	return chat.Response{Effects: append([]chat.Effect{e}, before...)}, err
}

// removeReminder takes the reminder of a game away, if there is one.
func (b *Bot) removeReminder(ctx context.Context, r request, id game.ID) ([]chat.Effect, error) {
	if _, reminded := r.room.Posted(id, string(chat.SlotPing)); !reminded {
		return nil, nil
	}
	posted, ok, err := b.Table.Take(ctx, r.room.Place, id, string(chat.SlotPing))
	if err != nil || !ok {
		return nil, err
	}
	return []chat.Effect{{Kind: chat.Remove, Ref: chat.MessageRef(posted.Ref)}}, nil
}
