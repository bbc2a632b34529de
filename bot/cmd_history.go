package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
)

func historyAction() action {
	return action{
		Command: chat.Command{
			Name: "history", Help: "The moves so far, to keep or to load again",
		},
		run: (*Bot).history,
	}
}

func (b *Bot) history(_ context.Context, r *request) (chat.Response, error) {
	g, err := r.shown()
	if err != nil {
		return chat.Response{}, err
	}
	if len(g.Moves) == 0 {
		return whisperText("No moves yet; ", g.Position().ToMove, " begins."), nil
	}
	moves := rules.FormatTranscript(g.Moves)
	text := chat.Say(plural(len(g.Moves), "move")+": ", chat.CodeOf(moves))
	if name := openingOf(g); name != "" {
		text = chat.Say(text, "\nOpening: ", name, ".")
	}
	if g.Phase != game.Over || g.Result.Reason != game.PlayedOut {
		text = chat.Say(text, "\nTo go on from there some time: ", chat.CommandOf("load "+moves))
	}
	return whisperText(text), nil
}
