package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
)

func resignAction() action {
	return action{
		Command: chat.Command{
			Name: "resign", Help: "Give up your duel; you are asked once more",
		},
		run: (*Bot).resign, press: (*Bot).askResign,
	}
}

func (b *Bot) resign(_ context.Context, r *request) (chat.Response, error) {
	g, err := r.active()
	if err != nil {
		return chat.Response{}, err
	}
	return confirmResign(r, g)
}

// askResign is resign by a control of the board.
func (b *Bot) askResign(_ context.Context, r *request) (chat.Response, error) {
	g, err := r.controlled()
	if err != nil {
		return chat.Response{}, err
	}
	return confirmResign(r, g)
}

// confirmResign asks in private whether a player means it.
func confirmResign(r *request, g game.Game) (chat.Response, error) {
	if err := g.MayResign(r.by); err != nil {
		return chat.Response{}, err
	}
	color, _ := g.Side(r.by)
	return whisper(chat.Message{
		Text: chat.Say("Do you resign to ", side(g.Player(color.Opponent()), color.Opponent()), "?"),
		Controls: []chat.Row{{Buttons: []chat.Button{
			{Label: "Yes, resign", Action: controlFor(g, "resign-yes", ""), Style: chat.StyleDanger},
			{Label: "Play on", Action: controlFor(g, "resign-no", "")},
		}}},
	}), nil
}

func resignYesAction() action {
	return action{Command: chat.Command{Name: "resign-yes"}, press: (*Bot).pressResign}
}

// pressResign resigns. The turn does not matter: whoever has said so means the
// game, not the board.
func (b *Bot) pressResign(ctx context.Context, r *request) (chat.Response, error) {
	out, err := b.change(ctx, r, r.control.game, game.Game.Resign)
	if err != nil {
		return chat.Response{}, err
	}
	return b.show(r, out, b.card(ctx, r, out.Game, story(out.Game, out.Events)), chat.Say("You resigned.")), nil
}

func resignNoAction() action {
	return action{Command: chat.Command{Name: "resign-no"}, press: (*Bot).pressKeepPlaying}
}

func (b *Bot) pressKeepPlaying(context.Context, *request) (chat.Response, error) {
	m := chat.Message{Text: chat.Say("The game goes on.")}
	return chat.Response{Effects: []chat.Effect{{Kind: chat.Edit, Message: m}}}, nil
}
