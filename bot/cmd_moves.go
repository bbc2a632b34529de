package bot

import (
	"context"

	"othellobot/chat"
	"othellobot/rules"
	"othellobot/words"
)

func movesAction() action {
	return action{
		name: "moves", help: words.MovesHelp{}, harmless: true,
		parameters: []parameter{
			{chat.Parameter{Name: "color", Choices: choices("black", "white")}, words.MovesColorHelp{}},
			{chat.Parameter{Name: "board", Type: chat.TypeRest}, words.CheckBoardHelp{}},
		},
		onlyText: true, run: (*Bot).moves,
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
