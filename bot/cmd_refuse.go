package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

// pressRefuse drops the question. Its message tells so; the board is as it was.
func (b *Bot) pressRefuse(ctx context.Context, r *request) (chat.Response, error) {
	if err := r.ofQuestion(); err != nil {
		return chat.Response{}, err
	}
	r, out, err := b.do(ctx, r, game.Proposal{
		Game: r.control.Game, Operation: game.Operation(game.Game.Refuse).In(r.control.At),
		Display: acting(game.QuestionSlot, game.Revise),
	})
	if err != nil {
		return chat.Response{}, err
	}
	slot, _ := out.Slot(game.QuestionSlot)
	if !r.pressed() && slot.Ref == "" {
		return answered(out), nil // what is on its way is behind when it comes
	}
	e := chat.Effect{Kind: chat.Edit, Message: chat.Message{Text: r.All.Text(words.QuestionRefused{Player: words.Name(r.by)})}}
	switch {
	case !r.pressed():
		e.Ref, e.Shows = chat.MessageRef(slot.Ref), r.shows(slot, slot.Want)
	case r.onMessage(slot):
		e.Shows = r.shows(slot, slot.Want)
	}
	return answered(out, e), nil
}
