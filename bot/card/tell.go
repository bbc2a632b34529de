package card

import (
	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
	"othellobot/words"
)

// ByRows tells the board by its rows, after what happened and who may play what.
func (v *Viewer) ByRows(g game.Game) chat.Text {
	return append(append(v.InWords(g, g.Position()), chat.Span{Text: "\n"}), RowsOf(v.All, g.Position())...)
}

// RowsOf tells where the discs are, a line for each row that has some.
func RowsOf(l *words.Language, p rules.Position) chat.Text {
	var lines []words.Message
	for number := 1; number <= 8; number++ {
		row := rules.Bitboard(0xff) << (8 * (number - 1))
		black, white := p.Black&row, p.White&row
		switch {
		case black.IsEmpty() && white.IsEmpty():
		case white.IsEmpty():
			lines = append(lines, words.RowBlack{Row: number, Black: words.All(black)})
		case black.IsEmpty():
			lines = append(lines, words.RowWhite{Row: number, White: words.All(white)})
		default:
			lines = append(lines, words.RowBoth{Row: number, Black: words.All(black), White: words.All(white)})
		}
	}
	return Lines(l, lines)
}

// BoardWords tells the board to somebody who does not see it: what happened, where the
// discs are, and what may be played.
func (v *Viewer) BoardWords(g game.Game, p rules.Position) chat.Text {
	return append(append(v.InWords(g, p), chat.Span{Text: "\n"}), v.All.Text(DiscsOf(p)...)...)
}

// InWords tells what happened last, and who may play what or how the game ended.
func (v *Viewer) InWords(g game.Game, p rules.Position) chat.Text {
	happened := v.LastStory(g)
	switch {
	case g.Phase != game.Over:
		return v.spoken(g, p, happened)
	case g.Result.Reason == game.PlayedOut:
		return v.All.Text(append(happened, Result(g, p)...)...)
	default:
		return v.All.Text(happened...)
	}
}

// DiscsOf tells where the discs of both sides are.
func DiscsOf(p rules.Position) Story {
	list := Story{words.SpokenNoBlack{}, words.SpokenNoWhite{}}
	if !p.Black.IsEmpty() {
		list[0] = words.SpokenBlack{Squares: words.All(p.Black)}
	}
	if !p.White.IsEmpty() {
		list[1] = words.SpokenWhite{Squares: words.All(p.White)}
	}
	return list
}
