package bot

import (
	"context"

	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/words"
)

func turnAction() action {
	return action{
		Command: parse.Command{Name: "turn", Help: words.TurnHelp{}, Harmless: true, TextOnly: true},
		run:     (*Bot).turn,
	}
}

// turn shows only the actor what happened last, the score and whose move it is. The board stays
// where it is.
func (b *Bot) turn(_ context.Context, r *request) (chat.Response, error) {
	g, err := r.shown()
	if err != nil {
		return chat.Response{}, err
	}
	return whisper(r.told(g, r.Private().InWords(g, g.Position()))), nil
}
