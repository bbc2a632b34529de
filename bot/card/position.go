package card

import (
	"othellobot/chat"
	"othellobot/render"
	"othellobot/rules"
	"othellobot/words"
)

// WithBoard is a message with the board of no game: a lesson's or a puzzle's. Its aside tells
// how many discs each side has, and which are whose.
func (v *Viewer) WithBoard(l *words.Language, m chat.Message, board render.View) chat.Message {
	if v.ThemeName() == WordsTheme {
		m.Text = append(append(m.Text, chat.Span{Text: "\n"}), RowsOf(l, board.Position)...)
		return m
	}
	m.Board = &chat.Board{View: board, Theme: v.Theme()}
	m.Aside = l.Text(v.discs(board.Position))
	return m
}

// discs tells who has how many discs, with the discs of each as the board shows them, where
// they are not black and white.
func (v *Viewer) discs(p rules.Position) words.Message {
	theme, now := v.Theme(), p.Score()
	points := Score(now.Black, now.White)
	black, white := words.Side{Color: rules.Black}, words.Side{Color: rules.White}
	blackDisc, whiteDisc := theme.Disc(rules.Black), theme.Disc(rules.White)
	if v.Limits.Letters {
		blackDisc, whiteDisc = "X", "O"
	}
	if blackDisc == "" {
		return words.Standing{Black: black, White: white, Score: points}
	}
	return words.StandingDiscs{Black: black, White: white, BlackDisc: blackDisc, WhiteDisc: whiteDisc, Score: points}
}
