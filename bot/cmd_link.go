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

// pressUnlink also succeeds if the link has ended in another way.
func (b *Bot) pressUnlink(ctx context.Context, r *request) (chat.Response, error) {
	g, err := r.controlledGame()
	if err == nil && g.Link(r.by) != 0 {
		_, _, err = b.do(ctx, r, game.Proposal{Game: g.ID, Operation: game.Game.RemoveLink})
	}
	return edit(chat.Message{Text: r.Own.Text(words.LinkEnded{})}), err
}
