package bot

import (
	"context"

	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
	"othellobot/words"
)

// wordsTheme is the theme of places where the board is told in words, by rows.
const wordsTheme = "words"

// tellAction tells somebody alone how the board stands, in words, and plays for them from
// there: each of its messages is a new one, for those who listen hear only what is new.
func tellAction() action { return action{name: "tell", press: (*Bot).pressTell} }

// pressTell plays the square of the control, if it has one, and tells the board.
func (b *Bot) pressTell(ctx context.Context, r *request) (chat.Response, error) {
	if r.control.Arg == "" {
		g, err := r.controlled()
		if err != nil {
			return chat.Response{}, err
		}
		return whisper(r.told(g, byRows(r.private(), g))), nil
	}
	square, err := rules.ParseSquare(r.control.Arg)
	if err != nil {
		return chat.Response{}, errBadControl
	}
	r.asCommand()
	out, err := b.change(ctx, r, r.control.Game, game.PlayIn(r.control.At, square))
	if err != nil {
		return chat.Response{}, r.illegal(r.control.Game, err)
	}
	response, telling := b.showMove(ctx, r, out), whisper(r.told(out.Game, byRows(r.private(), out.Game)))
	response.Effects = append(response.Effects, telling.Effects...)
	return response, nil
}

// byRows tells the board by its rows, after what happened and who may play what.
func byRows(r *request, g game.Game) chat.Text {
	return append(append(inWords(r, g, g.Position()), chat.Span{Text: "\n"}), rowsOf(r.toAll, g.Position())...)
}

// told is the message that tells a board, with its moves to play from there.
func (r *request) told(g game.Game, text chat.Text) chat.Message {
	m := chat.Message{Text: text}
	if g.Phase != game.Playing {
		return m
	}
	if legal := g.Position().Legal(); r.mayMove(g) && legal.Len() <= mostTold*r.limits.ButtonsPerRow {
		m.Controls = moveButtons(r.limits, legal, control.Prefix(g.ID, g.Moment(), 0), "tell")
	}
	m.Controls = append(m.Controls, row(button(r.toActor, words.ReadButton{}, control.For(g, "tell", ""))))
	return m
}

// mostTold is how many rows of moves a message has that tells the board.
const mostTold = 4

// mayMove reports whether the actor may be the one to move, as far as the seats tell.
func (r *request) mayMove(g game.Game) bool {
	player := g.Player(g.Position().ToMove)
	return player == r.by || g.Mode == game.Open
}

// rowsOf tells where the discs are, a line for each row that has some.
func rowsOf(l *words.Language, p rules.Position) chat.Text {
	var text chat.Text
	for number := 1; number <= 8; number++ {
		row := rules.Bitboard(0xff) << (8 * (number - 1))
		black, white := p.Black&row, p.White&row
		var m words.Message
		switch {
		case black.IsEmpty() && white.IsEmpty():
			continue
		case white.IsEmpty():
			m = words.RowBlack{Row: number, Black: words.All(black)}
		case black.IsEmpty():
			m = words.RowWhite{Row: number, White: words.All(white)}
		default:
			m = words.RowBoth{Row: number, Black: words.All(black), White: words.All(white)}
		}
		if len(text) > 0 {
			text = append(text, chat.Span{Text: "\n"})
		}
		text = append(text, l.Text(m)...)
	}
	return text
}
