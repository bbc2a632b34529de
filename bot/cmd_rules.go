package bot

import (
	"context"

	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/words"
)

func rulesAction() action {
	return action{
		Command: parse.Command{
			Name: "rules", Help: words.RulesHelp{}, Harmless: true, TextOnly: true,
		},
		run: (*Bot).rules,
	}
}

func (b *Bot) rules(_ context.Context, r *request) (chat.Response, error) {
	return r.whisper(words.Rules{}), nil
}
