package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
)

// showAnswer shows what came of an undo or a stop: the question to the other
// side, or what was done.
func (b *Bot) showAnswer(ctx context.Context, r *request, out game.Outcome) chat.Response {
	if out.Game.Ask != nil {
		return chat.Response{
			Effects: []chat.Effect{{Kind: chat.Post, Message: question(r, out.Game)}},
			Done:    chat.Say("The other side is asked."),
		}
	}
	var note chat.Text
	if r.pressed() {
		note = chat.Say(name(r.by), " agreed.")
	}
	return b.show(r, out, b.card(ctx, r, out.Game, story(out.Game, out.Events)), note)
}

// question puts what was asked to the other side.
func question(r *request, g game.Game) chat.Message {
	asker, _ := g.Side(g.Ask.By)
	wish := " would like to take back their last move."
	if g.Ask.Kind == game.AskStop {
		wish = " would like to stop the game without a result."
	}
	return chat.Message{
		Text: chat.Say(side(g.Ask.By, asker), wish, " ", awaited(nil, r, g, asker.Opponent()), ", do you agree?"),
		Controls: []chat.Row{{Buttons: []chat.Button{
			{Label: "Agree", Action: controlFor(g, "agree", ""), Style: chat.StylePrimary},
			{Label: "Refuse", Action: controlFor(g, "refuse", "")},
		}}},
	}
}
