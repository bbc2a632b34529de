package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/words"
)

func rulesAction() action {
	return action{
		name: "rules", help: words.RulesHelp{}, harmless: true,
		onlyText: true, run: (*Bot).rules,
	}
}

func (b *Bot) rules(_ context.Context, r *request) (chat.Response, error) {
	return r.whisper(words.Rules{}), nil
}
