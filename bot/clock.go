package bot

import (
	"context"

	"othellobot/bot/card"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

// reminder returns a performer that sends a reminder. It fails with [game.ErrDuplicate] if another
// process may have sent the reminder, so that no player is notified twice.
func reminder(operation game.Operation, kind chat.Kind, message func(*card.Viewer, game.Game) chat.Message) performer {
	return func(b *Bot, ctx context.Context, r *request) (chat.Response, error) {
		r, out, err := b.do(ctx, r, game.Proposal{
			Game: r.control.Game, Operation: operation.In(r.control.At), Display: slotDisplay(game.PingSlot, game.Reserve),
		})
		if err == nil && out.AlreadyStored {
			err = game.ErrDuplicate
		}
		if err != nil {
			return chat.Response{}, err
		}
		slot, _ := out.Slot(game.PingSlot)
		e := chat.Effect{Kind: kind, Message: message(&r.Viewer, out.Game), Subject: r.shownState(slot, slot.Want)}
		return changeResponse(out, r.appendRemovals([]chat.Effect{e}, out)...), nil
	}
}

func (b *Bot) expire(ctx context.Context, r *request) (chat.Response, error) {
	return b.doAndShow(ctx, r, game.Proposal{
		Game: r.control.Game, Operation: game.Expire(b.IdleExpiry).In(r.control.At),
		Display: game.Display{Changes: []game.SlotChange{{Name: game.BoardSlot, Act: game.Retire}, {Name: game.PingSlot, Act: game.Retire}}},
	}, func(_ context.Context, r *request, out game.Outcome) chat.Response {
		text := r.All.Text(append(r.Happened(out.Game, out.Events), howToContinue(out.Game))...)
		return changeResponse(out, r.appendFollowUps([]chat.Effect{{Kind: chat.Post, Message: chat.Message{Text: text}}}, out)...)
	})
}

// timeOut posts the board again, because the old message may have scrolled out of sight.
func (b *Bot) timeOut(ctx context.Context, r *request) (chat.Response, error) {
	return b.doAndShow(ctx, r, game.Proposal{
		Game: r.control.Game, Operation: game.Operation(game.Game.TimeOut).In(r.control.At),
		Display: game.Display{Changes: []game.SlotChange{{Name: game.BoardSlot, Act: game.Reserve}, {Name: game.PingSlot, Act: game.Retire}}},
	}, b.showHappened)
}

func (b *Bot) pressClaim(ctx context.Context, r *request) (chat.Response, error) {
	if !b.Clock.Trusted() {
		return chat.Response{}, refused(words.ClockInDoubt{})
	}
	return b.operate(ctx, r, r.control.Game, game.Operation(game.Game.Claim).In(r.control.At))
}

func (b *Bot) lapse(ctx context.Context, r *request) (chat.Response, error) {
	return b.endChallenge(ctx, r, r.control.Game, game.Game.Lapse)
}
