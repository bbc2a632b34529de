package card

import (
	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
	"othellobot/words"
)

// ByRows describes a game as [Viewer.InWords] does, and lists the discs row by row.
func (v *Viewer) ByRows(g game.Game) chat.Text {
	return append(append(v.InWords(g, g.Position()), chat.Span{Text: "\n"}), RowsOf(v.All, g.Position())...)
}

// RowsOf describes the discs, one line for each row with discs.
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

// BoardWords describes a game as [Viewer.InWords] does, and lists the discs of each side.
func (v *Viewer) BoardWords(g game.Game, p rules.Position) chat.Text {
	return append(append(v.InWords(g, p), chat.Span{Text: "\n"}), v.All.Text(DiscsOf(p)...)...)
}

// InWords describes a game to a user who does not see the board: the last events, and the legal
// moves or the end of the game.
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

// DiscsOf lists the squares of each side's discs.
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
