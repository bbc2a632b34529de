package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
)

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
