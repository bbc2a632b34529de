package bot

import (
	"context"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

// pressLink whispers the page where the actor plays their seat.
func (b *Bot) pressLink(ctx context.Context, r *request) (chat.Response, error) {
	if b.SeatURL == nil { // the operator has turned pages off
		return chat.Response{}, errBadControl
	}
	r, out, err := b.do(ctx, r, game.Proposal{Game: r.control.Game, Operation: game.Game.AddLink})
	if err != nil {
		return chat.Response{}, err
	}
	seat := chat.Ticket{Kind: chat.SeatTicket, Game: chat.GameID(out.Game.ID.String()), Place: r.Place, User: r.User, Number: out.Game.Link(r.by)}
	return whisper(message(r.Own.Text(words.SeatPage{}),
		chat.Button{Label: r.Own.String(words.WatchButton{}), URL: b.SeatURL(seat)},
		card.Danger(card.Button(r.Own, words.EndLinkButton{}, control.For(out.Game, "unlink", ""))), mySettingsButton(r.Own),
	)), nil
}

// pressInvite whispers the page where a guest may take the free seat of the actor's duel.
func (b *Bot) pressInvite(ctx context.Context, r *request) (chat.Response, error) {
	if b.SeatURL == nil {
		return chat.Response{}, errBadControl
	}
	r, out, err := b.do(ctx, r, game.Proposal{Game: r.control.Game, Operation: game.Game.Invite})
	if err != nil {
		return chat.Response{}, err
	}
	guest := chat.Ticket{Kind: chat.GuestTicket, Game: chat.GameID(out.Game.ID.String()), Place: r.Place, Number: out.Game.Link(game.Nobody)}
	return whisper(message(r.Own.Text(words.InvitePage{Page: b.SeatURL(guest)}),
		card.Danger(card.Button(r.Own, words.EndLinkButton{}, control.For(out.Game, "uninvite", ""))),
		card.Button(r.Own, words.SeatPageButton{}, control.For(out.Game, "link", "")),
	)), nil
}

// pressUninvite also frees the seat of a guest who has joined.
func (b *Bot) pressUninvite(ctx context.Context, r *request) (chat.Response, error) {
	r, out, err := b.do(ctx, r, game.Proposal{Game: r.control.Game, Operation: game.Game.Uninvite, Display: game.Display{Game: true}})
	if err != nil {
		return chat.Response{}, err
	}
	board, _ := out.Slot(game.BoardSlot)
	return changeResponse(out, append(edit(chat.Message{Text: r.Own.Text(words.LinkEnded{})}).Effects, r.showLater(board))...), nil
}

func (b *Bot) pressLeave(ctx context.Context, r *request) (chat.Response, error) {
	return b.operate(ctx, r, r.control.Game, game.Game.Leave)
}

// pressUnlink also succeeds if the link has ended in another way.
func (b *Bot) pressUnlink(ctx context.Context, r *request) (chat.Response, error) {
	g, err := r.controlledGame()
	if err == nil && g.Link(r.by) != 0 {
		_, _, err = b.do(ctx, r, game.Proposal{Game: g.ID, Operation: game.Game.RemoveLink})
	}
	return edit(chat.Message{Text: r.Own.Text(words.LinkEnded{})}), err
}
