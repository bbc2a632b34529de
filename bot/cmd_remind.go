package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
)

func pingAction() action {
	return action{Command: chat.Command{Name: "ping"}, press: (*Bot).ping, by: byClock}
}

func remindAction() action {
	return action{Command: chat.Command{Name: "remind"}, press: (*Bot).remind, by: byClock}
}

func offerAction() action {
	return action{Command: chat.Command{Name: "offer"}, press: (*Bot).offerClaim, by: byClock}
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
	toMove := out.Game.Position().ToMove
	e := chat.Effect{Kind: chat.Ping, Shows: r.shows(slot, slot.Want), Message: chat.Message{Text: chat.Say(
		mention(out.Game.Player(toMove)), ", ", name(out.Game.Player(toMove.Opponent())),
		" has been waiting for your move (", toMove, ") for a day. ", chat.CommandOf("board"), " brings the board down here.",
	)}}
	return chat.Response{Effects: r.removals([]chat.Effect{e}, out)}, nil
}

// offerClaim tells the player who waits that they may claim the win.
func (b *Bot) offerClaim(ctx context.Context, r *request) (chat.Response, error) {
	out, slot, err := b.pinged(ctx, r, game.Game.OfferClaim)
	if err != nil {
		return chat.Response{}, err
	}
	g := out.Game
	toMove := g.Position().ToMove
	waiting := mention(g.Player(toMove.Opponent()))
	if r.room.Settings.Pings == game.PingOff {
		waiting = name(g.Player(toMove.Opponent()))
	}
	e := chat.Effect{Kind: chat.Post, Shows: r.shows(slot, slot.Want), Message: chat.Message{
		Text: chat.Say(
			waiting, ", ", name(g.Player(toMove)), " (", toMove, ") has not moved for 3 days. You may claim the win, or wait on.",
		),
		Controls: []chat.Row{{Buttons: []chat.Button{{Label: "Claim the win", Action: controlFor(g, "claim", "")}}}},
	}}
	return chat.Response{Effects: r.removals([]chat.Effect{e}, out)}, nil
}

// pinged notes a reminder, for which a message is reserved.
func (b *Bot) pinged(ctx context.Context, r *request, operation game.Operation) (game.Outcome, game.Slot, error) {
	out, err := b.do(ctx, r, game.Proposal{
		Game: r.control.game, Operation: operation.In(r.control.turn),
		Slots: func(_ *game.Game, after game.Game) []game.SlotChange {
			return []game.SlotChange{{Game: after.ID, Name: pingSlot, Act: game.Reserve, Want: after.Version}}
		},
	})
	slot, _ := out.Slot(pingSlot)
	return out, slot, err
}

// reminder notifies the player to move, with all they need to know.
func reminder(r *request, g game.Game, slot game.Slot) chat.Effect {
	p := g.Position()
	text := chat.Say(mention(g.Player(p.ToMove)), ", it is your move (", p.ToMove, ").")
	if told := story(g, g.LastMove()); len(told) > 0 {
		text = chat.Say(text, " ", told, ": ", p.Score(), ".")
	}
	return chat.Effect{Kind: chat.Ping, Message: chat.Message{Text: text}, Shows: r.shows(slot, slot.Want)}
}
