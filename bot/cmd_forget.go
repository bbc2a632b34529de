package bot

import (
	"context"

	"othellobot/chat"
)

func forgetAction() action {
	return action{
		Command: chat.Command{
			Name: "forget", Help: "Take your user id out of everything that is kept",
		},
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
		Text: chat.Say("Forget you everywhere? All games keep their moves, but not that they were yours."),
		Controls: []chat.Row{{Buttons: []chat.Button{
			{Label: "Yes, forget me", Action: control{verb: "forget-yes"}.String(), Style: chat.StyleDanger},
		}}},
	}), nil
}

func forgetYesAction() action {
	return action{Command: chat.Command{Name: "forget-yes"}, press: (*Bot).pressForget}
}

func (b *Bot) pressForget(ctx context.Context, r *request) (chat.Response, error) {
	if err := b.mayForget(ctx, r); err != nil {
		return chat.Response{}, err
	}
	if err := b.Table.Forget(ctx, r.by, r.now); err != nil {
		return chat.Response{}, err
	}
	m := chat.Message{Text: chat.Say("Done: nothing that I keep names you. Messages that are here already stay.")}
	return chat.Response{Effects: []chat.Effect{{Kind: chat.Edit, Message: m}}}, nil
}

// mayForget is nil unless the player is in a duel or a challenge.
func (b *Bot) mayForget(ctx context.Context, r *request) error {
	duels, err := b.Table.Duels(ctx, r.by, r.now)
	if err != nil {
		return err
	}
	if duels.Running+len(duels.Open) > 0 {
		return refused(
			"You are still in a duel or a challenge. ", chat.CommandOf("resign"), ", ", chat.CommandOf("stop"), " or ",
			chat.CommandOf("decline"), " there first, so that the others know.",
		)
	}
	return nil
}
