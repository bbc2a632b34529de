package bot

import (
	"context"

	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/words"
)

func movesAction() action {
	return action{
		Command: parse.Command{
			Name: "moves", Help: words.MovesHelp{}, Harmless: true, TextOnly: true,
			Parameters: []parse.Parameter{
				{Parameter: chat.Parameter{Name: "color", Choices: parse.Choices("black", "white")}, About: words.MovesColorHelp{}},
				{Parameter: chat.Parameter{Name: "board", Type: chat.TypeRest}, About: words.CheckBoardHelp{}},
			},
		},
		run: (*Bot).moves,
	}
}

func (b *Bot) moves(ctx context.Context, r *request) (chat.Response, error) {
	return b.check(ctx, r) // without a square, it lists them all
}
