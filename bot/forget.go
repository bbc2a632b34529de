package bot

import (
	"context"

	"othellobot/chat"
)

func forgetVerb() verb {
	return verb{words: true, Command: chat.Command{
		Name: "forget", Help: "Take your user id out of everything that is kept",
	}, run: (*Bot).forget}
}

// forget asks once more, for it reaches everywhere and cannot be undone.
func (b *Bot) forget(context.Context, request) (chat.Response, error) {
	return whisper(chat.Message{
		Text: chat.Say("Forget you everywhere? Your running duels count as resigned, your challenges are taken back, and your finished games lose your name."),
		Controls: []chat.Row{{Buttons: []chat.Button{
			{Label: "Yes, forget me", Action: control{verb: "forget-yes"}.String(), Style: chat.StyleDanger},
		}}},
	}), nil
}

func (b *Bot) pressForget(ctx context.Context, r request) (chat.Response, error) {
	if err := b.Table.Forget(ctx, r.by, r.now); err != nil {
		return chat.Response{}, err
	}
	m := chat.Message{Text: chat.Say("Done: nothing here names you any more.")}
	return chat.Response{Effects: []chat.Effect{{Kind: chat.Edit, Message: m}}}, nil
}
