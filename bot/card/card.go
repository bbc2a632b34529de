package card

import (
	"othellobot/chat"
	"othellobot/game"
)

// Card is the message that shows a game: what happened, who is to move, the
// score, the board, and what can be done.
func (v *Viewer) Card(g game.Game, happened Story, facts Facts) chat.Message {
	m := v.drawn(g, happened, facts)
	if v.ThemeName() == WordsTheme {
		m.Text = append(append(m.Text, chat.Span{Text: "\n"}), RowsOf(v.All, m.Board.View.Position)...)
		m.Board = nil
	}
	return m
}

// drawn is [Viewer.Card] with the board drawn, whatever the theme.
func (v *Viewer) drawn(g game.Game, happened Story, facts Facts) chat.Message {
	p, theme := g.Position(), v.Theme()
	m := chat.Message{
		Aside: v.All.Text(v.scoreLine(g, p, theme)),
		Board: &chat.Board{View: View(g, p), Theme: theme},
	}
	if g.Phase == game.Over {
		if g.Result.Reason == game.PlayedOut {
			happened = append(happened, Result(g, p)...)
		}
		happened = append(happened, rivalry(facts.Finished), milestone(facts.Finished))
		m.Text = v.All.Text(append(happened, v.voting(g, facts)...)...)
		m.Picture = v.endPicture(g, p)
		m.Footers = endFooters(v.All, g)
		m.Controls = v.endControls(g, facts)
		v.addReview(g, facts, &m)
		return m
	}
	votes := v.voting(g, facts)
	m.Spoken = v.spoken(g, p, append(happened[:len(happened):len(happened)], votes...))
	m.Text = v.All.Text(append(append(happened, v.turn(g, p, happened)), votes...)...)
	if !g.EngineToMove() {
		m.Footers = gameFooters(v.All, v.Limits, g.Number(), p.Legal())
		m.Controls = v.gameControls(g, p)
	}
	return m
}
