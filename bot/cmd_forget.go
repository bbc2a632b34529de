package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/words"
)

func forgetAction() action {
	return action{
		name: "forget", help: words.ForgetHelp{}, harmless: true,
		onlyText: true, run: (*Bot).forget,
	}
}

// forget asks once more, for it reaches everywhere and cannot be undone. Running
// duels and challenges come first: others wait there and are to be told.
func (b *Bot) forget(ctx context.Context, r *request) (chat.Response, error) {
	if err := b.mayForget(ctx, r); err != nil {
		return chat.Response{}, err
	}
	return whisper(chat.Message{
		Text:     r.toActor.Text(words.ConfirmForget{}),
		Controls: []chat.Row{row(danger(button(r.toActor, words.ForgetYesButton{}, control{verb: "forget-yes"}.String())))},
	}), nil
}

func forgetYesAction() action {
	return action{name: "forget-yes", press: (*Bot).pressForget}
}

func (b *Bot) pressForget(ctx context.Context, r *request) (chat.Response, error) {
	if err := b.mayForget(ctx, r); err != nil {
		return chat.Response{}, err
	}
	if err := b.Table.Forget(ctx, r.by, r.now); err != nil {
		return chat.Response{}, err
	}
	m := chat.Message{Text: r.toActor.Text(words.Forgotten{})}
	return chat.Response{Effects: []chat.Effect{{Kind: chat.Edit, Message: m}}}, nil
}

// mayForget is nil unless the player is in a duel or a challenge.
func (b *Bot) mayForget(ctx context.Context, r *request) error {
	duels, err := b.Table.Duels(ctx, r.by, r.now)
	if err != nil {
		return err
	}
	if duels.Running+len(duels.Open) > 0 {
		return refused(words.StillInDuels{})
	}
	return nil
}
