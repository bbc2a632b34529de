package bot

import (
	"context"

	"othellobot/bot/parse"
	"othellobot/chat"
	"othellobot/rules"
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

// movesOf lists a side's legal moves with what they flip.
func movesOf(l *words.Language, p rules.Position, color rules.Color) chat.Text {
	legal := p.LegalFor(color)
	if legal.IsEmpty() {
		return l.Text(words.MayPlayNothing{Color: color})
	}
	p.ToMove = color
	var list []chat.Text
	for s := range legal.Squares() {
		list = append(list, l.Text(words.MayPlayOne{Square: s, Flips: p.Flips(s).Len()}))
	}
	return l.Text(words.MayPlay{Color: color, Moves: l.List(list)})
}
