package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/words"
)

func privacyAction() action {
	return action{
		name: "privacy", help: words.PrivacyHelp{}, harmless: true,
		onlyText: true, run: (*Bot).privacy,
	}
}

func (b *Bot) privacy(_ context.Context, r *request) (chat.Response, error) {
	return r.whisper(words.Privacy{}, words.PuzzlePrivacy{}), nil
}
