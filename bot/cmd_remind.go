package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
)

// ping reminds the player to move for the first time.
func (b *Bot) ping(ctx context.Context, r *request) (chat.Response, error) {
	r, out, slot, err := b.pinged(ctx, r, game.Game.Ping)
	if err != nil {
		return chat.Response{}, err
	}
	return answered(out, r.removals([]chat.Effect{reminder(r, out.Game, slot)}, out)...), nil
}

// remind reminds the player to move for the second time.
func (b *Bot) remind(ctx context.Context, r *request) (chat.Response, error) {
	return b.urge(ctx, r, game.Game.Remind)
}

// warn reminds the player to move in a rated game for the last time.
func (b *Bot) warn(ctx context.Context, r *request) (chat.Response, error) {
	return b.urge(ctx, r, game.Game.Warn)
}

func (b *Bot) urge(ctx context.Context, r *request, operation game.Operation) (chat.Response, error) {
	r, out, slot, err := b.pinged(ctx, r, operation)
	if err != nil {
		return chat.Response{}, err
	}
	e := chat.Effect{Kind: chat.Ping, Shows: r.shows(slot, slot.Want), Message: r.UrgentReminder(out.Game)}
	return answered(out, r.removals([]chat.Effect{e}, out)...), nil
}

// offerClaim tells the player who waits that they may claim the win.
func (b *Bot) offerClaim(ctx context.Context, r *request) (chat.Response, error) {
	r, out, slot, err := b.pinged(ctx, r, game.Game.OfferClaim)
	if err != nil {
		return chat.Response{}, err
	}
	e := chat.Effect{Kind: chat.Post, Shows: r.shows(slot, slot.Want), Message: r.ClaimOffer(out.Game)}
	return answered(out, r.removals([]chat.Effect{e}, out)...), nil
}

// pinged notes a reminder, for which a message is reserved. If somebody else may have
// done the same, that fails with [game.ErrDuplicate], and the message is drawn in time,
// for nobody to be notified twice.
func (b *Bot) pinged(ctx context.Context, r *request, operation game.Operation) (*request, game.Outcome, game.Slot, error) {
	r, out, err := b.do(ctx, r, game.Proposal{
		Game: r.control.Game, Operation: operation.In(r.control.At),
		Display: acting(game.PingSlot, game.Reserve),
	})
	if err == nil && out.Found {
		err = game.ErrDuplicate
	}
	slot, _ := out.Slot(game.PingSlot)
	return r, out, slot, err
}
