package bot

import (
	"context"
	"errors"
	"strings"

	"othellobot/chat"
	"othellobot/rules"
)

func checkAction() action {
	return action{
		Command: chat.Command{
			Name: "check",
			Help: "Is this move legal, and why? Without a square: all legal moves",
			Parameters: []chat.Parameter{
				{Name: "square", Help: "The square in question, for example d3", Complete: true},
				{Name: "color", Help: "Who would play it; the side to move if you do not say", Choices: choices("black", "white")},
				{Name: "board", Help: "Another board: 64 of X O - from a1 to h8; then say the colour", Type: chat.TypeRest},
			},
		},
		run: (*Bot).check, complete: legalChoices,
	}
}

func (b *Bot) check(ctx context.Context, r *request) (chat.Response, error) {
	p, color, err := r.question()
	if err != nil {
		return chat.Response{}, err
	}
	square, err := r.square()
	if err == errNoSquare {
		return whisper(chat.Message{Text: movesOf(p, color), Footers: r.assumption()}), nil
	}
	if err != nil {
		return chat.Response{}, err
	}
	return whisper(chat.Message{Text: explain(p.Check(color, square)), Footers: r.assumption()}), nil
}

// assumption says which board was taken if none was there.
func (r *request) assumption() []chat.Text {
	if r.args.has("board") || r.room.Active != nil {
		return nil
	}
	return []chat.Text{chat.Say("No game runs here, so this is about the board at the start.")}
}

// question is the position and the colour that a check is about: the board
// given, else the game's, else the start.
func (r *request) question() (rules.Position, rules.Color, error) {
	color, colored := r.args.color()
	if r.args.has("board") {
		p, err := rules.ParseBoard(r.args.text("board"), color)
		if err == nil && !colored {
			err = refused("Whose move is it on that board? Say black or white before ", chat.CodeOf("board:"), ".")
		}
		return p, color, badBoard(err)
	}
	p := rules.Start()
	if g, err := r.active(); err == nil {
		p = g.Position()
	}
	if !colored {
		color = p.ToMove
	}
	return p, color, nil
}

// badBoard puts the error of a board that cannot be read into words.
func badBoard(err error) error {
	var size *rules.BoardSizeError
	var char *rules.BoardCharError
	switch {
	case errors.As(err, &size):
		return refused("That board has ", decimal(size.Size), " squares, not 64. Write 64 of X, O and - from a1 to h8.")
	case errors.As(err, &char):
		return refused("Square ", decimal(char.Number), " of that board is neither a disc nor empty. Write 64 of X, O and - from a1 to h8.")
	default:
		return err
	}
}

// explain says whether a move is legal, and what each direction holds.
func explain(v rules.Verdict) chat.Text {
	text := chat.Say(chat.BoldOf(v.Square.String()), " is not legal for ", v.Color, ": ")
	switch {
	case v.Legal():
		text = chat.Say(
			chat.BoldOf(v.Square.String()), " is legal for ", v.Color, ": it flips ",
			discs(v.Flips.Len()), ", ", squares(v.Flips, "and"), ".",
		)
	case v.Occupied:
		return chat.Say(text, "it already has a ", strings.ToLower(v.Disc.String()), " disc.")
	default:
		text = chat.Say(text, "it flips nothing.")
	}
	for _, ray := range v.Rays {
		text = chat.Say(text, "\n", arrows[ray.Direction], " ", ray.Direction, ": ", rayWords(v.Color, ray))
	}
	return text
}

// arrows are the directions as seen on the board, row 1 on top.
var arrows = [8]string{"↑", "↗", "→", "↘", "↓", "↙", "←", "↖"}

// rayWords tells what a ray holds and what comes of it.
func rayWords(c rules.Color, ray rules.Ray) string {
	run := ray.Run.Len()
	held := squares(ray.Run, "and") + " " + areIs(run) + " " + c.Opponent().String()
	end := ray.EndSquare.String()
	switch {
	case ray.Closed():
		return held + ", then " + end + " is " + c.String() + ": flips " + squares(ray.Run, "and")
	case run == 0 && ray.End == rules.EndEdge:
		return "the edge of the board"
	case run == 0 && ray.End == rules.EndEmpty:
		return end + " is empty"
	case run == 0:
		return end + " is " + c.String() + " at once, with nothing between"
	case ray.End == rules.EndEdge:
		return held + ", then the edge: not closed"
	default:
		return held + ", then " + end + " is empty: not closed"
	}
}

func areIs(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// discs is a number of discs: "1 disc", "5 discs".
func discs(n int) string { return plural(n, "disc") }
