package bot

import (
	"context"
	"strconv"

	"othellobot/chat"
	"othellobot/rules"
)

func movesVerb() verb {
	return verb{words: true, Command: chat.Command{
		Name: "moves", Help: "All legal moves",
		Parameters: []chat.Parameter{
			{Name: "color", Help: "For which side", Choices: choices("black", "white")},
		},
	}, run: (*Bot).moves}
}

func (b *Bot) moves(_ context.Context, r request) (chat.Response, error) {
	p, color, err := r.question()
	if err != nil {
		return chat.Response{}, err
	}
	return movesOf(p, color), nil
}

// movesOf lists a side's legal moves with what they flip.
func movesOf(p rules.Position, color rules.Color) chat.Response {
	legal := p.LegalFor(color)
	if legal.IsEmpty() {
		return whisperText(color, " has no legal move.")
	}
	p.ToMove = color
	text := chat.Say(color, " may play")
	separator := " "
	for s := range legal.Squares() {
		text = chat.Say(text, separator, chat.BoldOf(s.String()), " (", strconv.Itoa(p.Flips(s).Len()), ")")
		separator = ", "
	}
	return whisperText(text, ". The numbers say how many discs flip.")
}
