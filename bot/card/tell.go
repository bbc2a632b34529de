package card

import (
	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
	"othellobot/words"
)

// DescribeByRows describes a game as [Viewer.Describe] does, and lists the discs row by row.
func (v *Viewer) DescribeByRows(g game.Game) chat.Text {
	return append(append(v.Describe(g, g.Position()), chat.Span{Text: "\n"}), RowsOf(v.All, g.Position())...)
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

// DescribeDiscs describes a game as [Viewer.Describe] does, and lists the discs of each side.
func (v *Viewer) DescribeDiscs(g game.Game, p rules.Position) chat.Text {
	return append(append(v.Describe(g, p), chat.Span{Text: "\n"}), v.All.Text(DiscsOf(p)...)...)
}

// Describe describes a game, with the legal moves or its end, to a user who does not see the board.
func (v *Viewer) Describe(g game.Game, p rules.Position) chat.Text {
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
