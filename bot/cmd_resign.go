package bot

import (
	"context"

	"othellobot/bot/card"
	"othellobot/bot/control"
	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

func resignAction() action {
	return action{
		Command: parse.Command{
			Name: "resign", Help: words.ResignHelp{}, Harmless: true,
		},
		run: (*Bot).resign, press: (*Bot).resign,
	}
}

// resign asks in private whether a player means it.
func (b *Bot) resign(_ context.Context, r *request) (chat.Response, error) {
	g, err := r.meant(r.active)
	if err == nil {
		err = g.MayResign(r.by)
	}
	if err != nil {
		return chat.Response{}, err
	}
	color, _ := g.Side(r.by)
	return whisper(chat.Message{
		Text: r.Own.Text(words.ConfirmResign{Opponent: words.Name(g.Player(color.Opponent())), Color: color.Opponent()}, card.TooEarly(g)),
		Controls: []chat.Row{card.Row(
			card.Danger(card.Button(r.Own, words.ResignYesButton{}, control.For(g, "resign-yes", ""))),
			card.Button(r.Own, words.ResignNoButton{}, control.For(g, "resign-no", "")),
		)},
	}), nil
}

// pressResign resigns. The turn does not matter: whoever has said so means the
// game, not the board.
func (b *Bot) pressResign(ctx context.Context, r *request) (chat.Response, error) {
	return b.operate(ctx, r.noting(words.DoneResigned{}), r.control.Game, game.Game.Resign)
}

func (b *Bot) pressKeepPlaying(_ context.Context, r *request) (chat.Response, error) {
	return edit(chat.Message{Text: r.Own.Text(words.NotResigned{})}), nil
}
