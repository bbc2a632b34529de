package bot

import (
	"context"
	"strconv"

	"othellobot/chat"
	"othellobot/rules"
)

func movesAction() action {
	return action{
		Command: chat.Command{
			Name: "moves", Help: "All legal moves",
			Parameters: []chat.Parameter{
				{Name: "color", Help: "For which side", Choices: choices("black", "white")},
				{Name: "board", Help: "Another board: 64 of X O - from a1 to h8; then say the colour", Type: chat.TypeRest},
			},
		},
		onlyText: true, run: (*Bot).moves,
	}
}

func (b *Bot) moves(ctx context.Context, r *request) (chat.Response, error) {
	return b.check(ctx, r) // without a square, it lists them all
}

// movesOf lists a side's legal moves with what they flip.
func movesOf(p rules.Position, color rules.Color) chat.Text {
	legal := p.LegalFor(color)
	if legal.IsEmpty() {
		return chat.Say(color, " has no legal move.")
	}
	p.ToMove = color
	text := chat.Say(color, " may play")
	separator := " "
	for s := range legal.Squares() {
		text = append(text, chat.Span{Text: separator}, chat.BoldOf(s.String()), chat.Span{Text: " (" + strconv.Itoa(p.Flips(s).Len()) + ")"})
		separator = ", "
	}
	return chat.Say(text, ". The numbers say how many discs flip.")
}
