package bot

import (
	"othellobot/chat"
	"othellobot/render"
	"othellobot/rules"
	"othellobot/words"
)

// withBoard is a message with the board of no game: a lesson's or a puzzle's. Its aside tells
// how many discs each side has, and which are whose.
func (r *request) withBoard(l *words.Language, m chat.Message, v render.View) chat.Message {
	if r.themeName() == wordsTheme {
		m.Text = append(append(m.Text, chat.Span{Text: "\n"}), rowsOf(l, v.Position)...)
		return m
	}
	m.Board = &chat.Board{View: v, Theme: r.theme()}
	m.Aside = l.Text(r.discs(v.Position))
	return m
}

// discs tells who has how many discs, with the discs of each as the board shows them, where
// they are not black and white.
func (r *request) discs(p rules.Position) words.Message {
	theme, now := r.theme(), p.Score()
	points := score(now.Black, now.White)
	black, white := words.Side{Color: rules.Black}, words.Side{Color: rules.White}
	blackDisc, whiteDisc := theme.Disc(rules.Black), theme.Disc(rules.White)
	if r.limits.Letters {
		blackDisc, whiteDisc = "X", "O"
	}
	if blackDisc == "" {
		return words.Standing{Black: black, White: white, Score: points}
	}
	return words.StandingDiscs{Black: black, White: white, BlackDisc: blackDisc, WhiteDisc: whiteDisc, Score: points}
}
