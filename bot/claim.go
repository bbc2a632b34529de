package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
)

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

// offerClaim tells the player who waits that they may claim the win.
func (b *Bot) offerClaim(ctx context.Context, r request) (chat.Response, error) {
	g, _, err := b.update(ctx, r, r.press.game, r.atTurn(func(g game.Game) (game.Game, []game.Event, error) {
		return g.OfferClaim(r.now)
	}))
	if err != nil {
		return chat.Response{}, err
	}
	toMove := g.Position().ToMove
	waiting := mention(g.Player(toMove.Opponent()))
	if r.room.Settings.Pings == game.PingOff {
		waiting = name(g.Player(toMove.Opponent()))
	}
	return b.remindWith(ctx, r, g, chat.Effect{Kind: chat.Post, Message: chat.Message{
		Text: chat.Say(
			waiting, ", ", name(g.Player(toMove)), " (", toMove, ") has not moved for 3 days. You may claim the win, or wait on.",
		),
		Controls: []chat.Row{{Buttons: []chat.Button{{Label: "Claim the win", Action: controlFor(g, "claim", "")}}}},
	}})
}

// remindWith sends a reminder in the place of the one before.
func (b *Bot) remindWith(ctx context.Context, r request, g game.Game, e chat.Effect) (chat.Response, error) {
	e.Game, e.Slot, e.Version = gameID(g), chat.SlotPing, uint64(g.Version)
	before, err := b.removeReminder(ctx, r, g.ID)
	return chat.Response{Effects: append([]chat.Effect{e}, before...)}, err
}

// pressClaim ends a duel in favour of the player who waited.
func (b *Bot) pressClaim(ctx context.Context, r request) (chat.Response, error) {
	g, events, err := b.update(ctx, r, r.press.game, r.atTurn(func(g game.Game) (game.Game, []game.Event, error) {
		return g.Claim(r.by, r.now)
	}))
	if err != nil {
		return chat.Response{}, err
	}
	r = r.asCommand() // the board may be far up
	return b.show(ctx, r, g, b.card(ctx, r, g, story(g, events)), nil)
}
