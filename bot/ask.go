package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
)

// showAnswer shows what came of an undo or a stop: the question to the other
// side, or what was done.
func (b *Bot) showAnswer(ctx context.Context, r request, g game.Game, events []game.Event) (chat.Response, error) {
	if g.Ask != nil {
		return chat.Response{
			Effects: []chat.Effect{{Kind: chat.Post, Message: question(r, g)}},
			Done:    chat.Say("The other side is asked."),
		}, nil
	}
	var note chat.Text
	if r.pressed() {
		note = chat.Say(name(r.by), " agreed.")
	}
	return b.show(ctx, r, g, b.card(ctx, r, g, story(g, events)), note)
}

// question puts what was asked to the other side.
func question(r request, g game.Game) chat.Message {
	asker, _ := g.Side(g.Ask.By)
	wish := " would like to take back their last move."
	if g.Ask.Kind == game.AskStop {
		wish = " would like to stop the game without a result."
	}
	return chat.Message{
		Text: chat.Say(side(g.Ask.By, asker), wish, " ", awaited(r, g, asker.Opponent()), ", do you agree?"),
		Controls: []chat.Row{{Buttons: []chat.Button{
			{Label: "Agree", Action: controlFor(g, "agree", ""), Style: chat.StylePrimary},
			{Label: "Refuse", Action: controlFor(g, "refuse", "")},
		}}},
	}
}

func (b *Bot) pressAgree(ctx context.Context, r request) (chat.Response, error) {
	agree := r.atTurn(func(g game.Game) (game.Game, []game.Event, error) { return g.Agree(r.by, r.now) })
	g, events, err := b.update(ctx, r, r.press.game, agree)
	if err != nil {
		return chat.Response{}, err
	}
	return b.showAnswer(ctx, r, g, events)
}

func (b *Bot) pressRefuse(ctx context.Context, r request) (chat.Response, error) {
	refuse := r.atTurn(func(g game.Game) (game.Game, []game.Event, error) { return g.Refuse(r.by) })
	_, _, err := b.update(ctx, r, r.press.game, refuse)
	if err != nil {
		return chat.Response{}, err
	}
	m := chat.Message{Text: chat.Say(name(r.by), " refused; the game goes on.")}
	return chat.Response{Effects: []chat.Effect{{Kind: chat.Edit, Message: m}}}, nil
}
