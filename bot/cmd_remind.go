package bot

import (
	"context"

	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

func pingAction() action {
	return action{name: "ping", press: (*Bot).ping, by: byClock}
}

func remindAction() action {
	return action{name: "remind", press: (*Bot).remind, by: byClock}
}

func offerAction() action {
	return action{name: "offer", press: (*Bot).offerClaim, by: byClock}
}

// ping reminds the player to move for the first time.
func (b *Bot) ping(ctx context.Context, r *request) (chat.Response, error) {
	out, slot, err := b.pinged(ctx, r, game.Game.Ping)
	if err != nil {
		return chat.Response{}, err
	}
	return chat.Response{Effects: r.removals([]chat.Effect{reminder(r, out.Game, slot)}, out)}, nil
}

// remind reminds the player to move for the second time.
func (b *Bot) remind(ctx context.Context, r *request) (chat.Response, error) {
	out, slot, err := b.pinged(ctx, r, game.Game.Remind)
	if err != nil {
		return chat.Response{}, err
	}
	e := chat.Effect{Kind: chat.Ping, Shows: r.shows(slot, slot.Want), Message: urgentReminder(r, out.Game)}
	return chat.Response{Effects: r.removals([]chat.Effect{e}, out)}, nil
}

// offerClaim tells the player who waits that they may claim the win.
func (b *Bot) offerClaim(ctx context.Context, r *request) (chat.Response, error) {
	out, slot, err := b.pinged(ctx, r, game.Game.OfferClaim)
	if err != nil {
		return chat.Response{}, err
	}
	e := chat.Effect{Kind: chat.Post, Shows: r.shows(slot, slot.Want), Message: claimOffer(r, out.Game)}
	return chat.Response{Effects: r.removals([]chat.Effect{e}, out)}, nil
}

// pinged notes a reminder, for which a message is reserved. If somebody else may have
// done the same, that fails with [game.ErrDuplicate], and the message is drawn in time,
// for nobody to be notified twice.
func (b *Bot) pinged(ctx context.Context, r *request, operation game.Operation) (game.Outcome, game.Slot, error) {
	out, err := b.do(ctx, r, game.Proposal{
		Game: r.control.Game, Operation: operation.In(r.control.At),
		Slots: func(_ game.Room, _ *game.Game, after game.Game) []game.SlotChange {
			return []game.SlotChange{{Game: after.ID, Name: pingSlot, Act: game.Reserve, Want: after.Version}}
		},
	})
	if err == nil && out.Found {
		err = game.ErrDuplicate
	}
	slot, _ := out.Slot(pingSlot)
	return out, slot, err
}

// reminder notifies the player to move, with all they need to know.
func reminder(r *request, g game.Game, slot game.Slot) chat.Effect {
	return chat.Effect{Kind: chat.Ping, Message: firstReminder(r, g), Shows: r.shows(slot, slot.Want)}
}

func firstReminder(r *request, g game.Game) chat.Message {
	p := g.Position()
	now := p.Score()
	list := told{words.Reminder{Player: words.Mention(g.Player(p.ToMove)), Color: p.ToMove}}
	if last := r.story(g, g.LastMove()); len(last) > 0 {
		list = append(append(list, last...), words.SpokenScore{Score: score(now.Black, now.White)})
	}
	return chat.Message{Text: r.all(list...)}
}

func urgentReminder(r *request, g game.Game) chat.Message {
	toMove := g.Position().ToMove
	return chat.Message{Text: r.all(words.UrgentReminder{
		Player: words.Mention(g.Player(toMove)), Waiting: words.Name(g.Player(toMove.Opponent())), Color: toMove,
	})}
}

func claimOffer(r *request, g game.Game) chat.Message {
	toMove := g.Position().ToMove
	waiting := r.awaited(g.Player(toMove.Opponent()))
	return chat.Message{
		Text:     r.all(words.ClaimOffer{Waiting: waiting, Absent: words.Name(g.Player(toMove)), Color: toMove}),
		Controls: []chat.Row{row(button(r.toAll, words.ClaimButton{}, control.For(g, "claim", "")))},
	}
}

// reminderAsItStands is the last reminder of the turn, and false if it has none.
func reminderAsItStands(r *request, g game.Game) (chat.Message, bool) {
	if g.Phase != game.Playing {
		return chat.Message{}, false
	}
	switch g.Reminder {
	case game.Pinged:
		return firstReminder(r, g), true
	case game.Reminded:
		return urgentReminder(r, g), true
	case game.ClaimOffered:
		return claimOffer(r, g), true
	default:
		return chat.Message{}, false
	}
}
