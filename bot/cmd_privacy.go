package bot

import (
	"context"

	"othellobot/chat"
)

func privacyAction() action {
	return action{
		Command: chat.Command{
			Name: "privacy", Help: "What is kept about you",
		},
		onlyText: true, run: (*Bot).privacy,
	}
}

func (b *Bot) privacy(context.Context, *request) (chat.Response, error) {
	return whisperText(
		"I keep the games of this place: who plays by user id, the moves, and when. ",
		"I keep no names and nothing else that is written here. ",
		"Finished games are deleted after a while; ", chat.CommandOf("help forget"), " takes you out of them at once.",
	), nil
}
