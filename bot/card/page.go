package card

import (
	"slices"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/render"
	"othellobot/review"
	"othellobot/rules"
	"othellobot/words"
)

// Page returns a message that shows a game after its first n moves, and the whole line of moves. It
// has no controls and marks no legal moves. Facts may hold a review only if the game is over.
func (v *Viewer) Page(g game.Game, n int, facts Extras) chat.Message {
	then := g
	if n < len(g.Moves) {
		then = g.Until(n)
	}
	p := then.Position()
	happened := v.Happened(then, then.LastMove())
	switch {
	case n == len(g.Moves):
		happened = v.LastStory(g)
		if g.Phase == game.Over && g.Result.Reason == game.PlayedOut {
			happened = append(happened, Result(g, p)...)
		}
	case len(happened) == 0:
		happened = Story{words.GameBegan{}}
	}
	if n == len(g.Moves) && g.Phase == game.Playing {
		happened = append(happened, v.turn(g, p, happened))
	}
	m := chat.Message{
		Text: v.All.Text(happened...), Spoken: v.All.Text(append(slices.Clip(happened), DiscsOf(p)...)...),
		Aside: v.All.Text(v.scoreLine(then, p, render.Theme{})),
		Board: &chat.Board{View: BoardView(then, p), Theme: v.Theme()},
		Line:  v.line(g, n, facts.Review),
	}
	m.Board.View.Hints, m.Board.View.Ended = 0, g.Phase == game.Over && n == len(g.Moves)
	m.Picture = v.boardPicture(m.Board.View, rules.NoSquare, m.Spoken)
	if found := facts.Review; found != nil && n > 0 && marks[found.Moves[n-1].Label()] != "" {
		v.addMoment(g, *found, n, &m)
	}
	for _, text := range []chat.Text{m.Text, m.Spoken, m.Aside, m.Line.Sides[0], m.Line.Sides[1]} {
		v.nameByColor(g, text, facts.Unnamed)
	}
	return m
}

// addMoment says why move n was worse than another. Only the moments of a review have reasons.
func (v *Viewer) addMoment(g game.Game, found review.Review, n int, m *chat.Message) {
	move, reasons := found.Moves[n-1], []review.Reason(nil)
	if i := slices.IndexFunc(found.Moments, func(at review.Moment) bool { return at.Number == n }); i >= 0 {
		reasons = found.Moments[i].Reasons
	}
	story := append(Story{momentWords(v.Side(g, move.Color), n, move)}, WhyBetter(move, reasons)...)
	if len(reasons) == 0 {
		story = append(story[:1], costWords(move))
	}
	m.Text = append(append(m.Text, chat.Span{Text: "\n"}), v.All.Text(story...)...)
	m.Picture = v.boardPicture(m.Board.View, move.Best, m.Spoken)
}

func (v *Viewer) boardPicture(board render.View, better rules.Square, alt chat.Text) *chat.Picture {
	return &chat.Picture{Image: render.Diagram{View: board, Better: better, Colors: v.Theme().Colors()}, Alt: alt}
}

func (v *Viewer) line(g game.Game, n int, found *review.Review) *chat.Line {
	l := &chat.Line{At: n}
	p := g.Start
	for i, square := range g.Moves {
		step := chat.Step{Square: square.String(), White: p.ToMove == rules.White}
		if found != nil {
			step.Mark = marks[found.Moves[i].Label()]
		}
		l.Moves = append(l.Moves, step)
		p, _ = p.Play(square) // legal, because it was played
	}
	for c := range l.Sides {
		switch player := g.Player(rules.Color(c)); player {
		case game.Engine:
			l.Sides[c] = v.All.Text(words.TheBot{})
		case game.Channel:
			l.Sides[c] = v.All.Text(words.TheChannel{})
		default:
			if user, err := chat.ParseUserID(string(player)); err == nil {
				l.Sides[c] = chat.Say(chat.NameOf(user))
			}
		}
	}
	if found != nil {
		l.Chart = v.chart(*found)
	}
	return l
}

var marks = map[review.Label]string{review.Inaccuracy: "?!", review.Mistake: "?", review.Blunder: "??"}

// nameByColor adds the names to show for people whose names a page does not know: their colors. They
// replace people whom the page must not name.
func (v *Viewer) nameByColor(g game.Game, text chat.Text, unnamed func(game.Player) bool) {
	for i, s := range text {
		if s.User == nil {
			continue
		}
		p := game.Player(s.User.String())
		name := v.All.String(words.Somebody{})
		color, plays := g.Side(p)
		if plays {
			name = v.All.String([...]words.Message{words.Black{}, words.White{}}[color])
		}
		if text[i].Kind = chat.SpanName; plays {
			text[i].Text = name
		}
		if unnamed(p) {
			text[i] = chat.BoldOf(name)
		}
	}
}
