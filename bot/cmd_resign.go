package bot

import (
	"context"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

func resignAction() action {
	return command("resign", words.ResignHelp{}, (*Bot).resign).harmless().pressing((*Bot).resign)
}

func (b *Bot) resign(_ context.Context, r *request) (chat.Response, error) {
	g, err := r.controlledOr(r.activeGame)
	if err == nil {
		err = g.MayResign(r.by)
	}
	if err != nil {
		return chat.Response{}, err
	}
	color, _ := g.Side(r.by)
	asks := r.Own.Text(words.ConfirmResign{Opponent: words.Name(g.Player(color.Opponent())), Color: color.Opponent()}, card.TooEarly(g))
	return whisper(r.confirm(g, asks, words.ResignYesButton{}, "resign-yes")), nil
}

func (r *request) confirm(g game.Game, asks chat.Text, yes words.Message, verb string) chat.Message {
	return message(asks, card.Danger(card.Button(r.Own, yes, control.For(g, verb, ""))), card.Button(r.Own, words.ResignNoButton{}, control.For(g, "resign-no", "")))
}

// pressResign also works after further moves, because a player resigns the game and not a position.
func (b *Bot) pressResign(ctx context.Context, r *request) (chat.Response, error) {
	return b.operate(ctx, r.withNote(words.DoneResigned{}), r.control.Game, game.Game.Resign)
}

func (b *Bot) pressKeepPlaying(_ context.Context, r *request) (chat.Response, error) {
	return edit(chat.Message{Text: r.Own.Text(words.NotResigned{})}), nil
}
