package bot

import (
	"context"

	"othellobot/bot/card"
	"othellobot/chat"
	"othellobot/game"
)

// reminds returns a performer that stores a reminder, reserves its message and sends it. If another
// process may have done the same, it fails with [game.ErrDuplicate], and a later redraw shows the
// message. No player is notified twice.
func reminds(operation game.Operation, kind chat.Kind, message func(*card.Viewer, game.Game) chat.Message) performer {
	return func(b *Bot, ctx context.Context, r *request) (chat.Response, error) {
		r, out, err := b.do(ctx, r, game.Proposal{
			Game: r.control.Game, Operation: operation.In(r.control.At), Display: acting(game.PingSlot, game.Reserve),
		})
		if err == nil && out.Found {
			err = game.ErrDuplicate
		}
		if err != nil {
			return chat.Response{}, err
		}
		slot, _ := out.Slot(game.PingSlot)
		e := chat.Effect{Kind: kind, Message: message(&r.Viewer, out.Game), Shows: r.shows(slot, slot.Want)}
		return answered(out, r.removals([]chat.Effect{e}, out)...), nil
	}
}
