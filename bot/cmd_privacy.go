package bot

import (
	"context"

	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/words"
)

func privacyAction() action {
	return action{
		Command: parse.Command{
			Name: "privacy", Help: words.PrivacyHelp{}, Harmless: true, TextOnly: true,
		},
		run: (*Bot).privacy,
	}
}

func (b *Bot) privacy(_ context.Context, r *request) (chat.Response, error) {
	return r.whisper(words.Privacy{}, words.PuzzlePrivacy{}, words.TrainPrivacy{}), nil
}
