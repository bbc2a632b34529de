package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
)

func resignVerb() verb {
	return verb{Command: chat.Command{
		Name: "resign", Help: "Give up your duel; you are asked once more",
	}, run: (*Bot).resign}
}

func (b *Bot) resign(_ context.Context, r request) (chat.Response, error) {
	g, err := r.active()
	if err != nil {
		return chat.Response{}, err
	}
	return confirmResign(r, g)
}

// askResign is resign by a control of the board.
func (b *Bot) askResign(_ context.Context, r request) (chat.Response, error) {
	g, err := r.pressedGame()
	if err != nil {
		return chat.Response{}, err
	}
	return confirmResign(r, g)
}

// confirmResign asks in private whether a player means it.
func confirmResign(r request, g game.Game) (chat.Response, error) {
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

// pressResign resigns. The turn does not matter: whoever has said so means the
// game, not the board.
func (b *Bot) pressResign(ctx context.Context, r request) (chat.Response, error) {
	g, events, err := b.update(ctx, r, r.press.game, func(g game.Game) (game.Game, []game.Event, error) { return g.Resign(r.by, r.now) })
	if err != nil {
		return chat.Response{}, err
	}
	return b.show(ctx, r, g, b.card(ctx, r, g, story(g, events)), chat.Say("You resigned."))
}

func (b *Bot) pressKeepPlaying(context.Context, request) (chat.Response, error) {
	m := chat.Message{Text: chat.Say("The game goes on.")}
	return chat.Response{Effects: []chat.Effect{{Kind: chat.Edit, Message: m}}}, nil
}
