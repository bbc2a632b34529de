package card

import (
	"math"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/render"
	"othellobot/review"
	"othellobot/rules"
	"othellobot/words"
)

// curvePicture returns a chart of the lead in discs after each move of a reviewed game.
func (v *Viewer) curvePicture(g game.Game, found review.Review) *chat.Picture {
	curve := render.Curve{Turn: uint8(found.Turning), Title: v.Own.String(words.ChartTitle{}), Colors: v.Theme().Colors()}
	for _, m := range found.Moments {
		curve.Moments = append(curve.Moments, uint8(m.Number))
	}
	chart := &chat.Chart{
		Title: curve.Title, Series: v.Own.String(words.ChartSeries{}), Axis: v.Own.String(words.ChartMoves{}),
	}
	for _, lead := range found.Leads() {
		whole := int(math.Round(max(-64, min(lead, 64))))
		curve.Leads, chart.Values = append(curve.Leads, int8(whole)), append(chart.Values, whole)
	}
	alt := boardAlt(g, g.Position(), func(c rules.Color, s rules.Square) words.Message { return words.AltCurve{Color: c, Square: s} })
	return withNames(v.Own, g, &chat.Picture{Image: curve, Alt: v.Own.Text(alt...), Chart: chart})
}

func (v *Viewer) momentPicture(board render.View, m review.Move) *chat.Picture {
	var alt Story
	if color, ok := board.Position.Disc(board.Last); ok {
		alt = append(alt, words.AltBoard{Color: color, Square: board.Last})
	}
	alt = append(alt, words.AltMarked{Square: m.Square, Best: m.Best})
	board.Hints = rules.SetOf(m.Square)
	return &chat.Picture{
		Image: render.Diagram{View: board, Better: m.Best, Colors: v.Theme().Colors()},
		Alt:   v.Own.Text(append(alt, DiscsOf(board.Position)...)...),
	}
}

// SharedPicture returns the public picture of a reviewed game, with its players.
func (v *Viewer) SharedPicture(g game.Game, found review.Review) *chat.Picture {
	picture := v.endPicture(g, g.Position())
	card, ok := picture.Image.(render.Card)
	if !ok { // the game was not played out
		return picture
	}
	for color, side := range []*render.Side{rules.Black: &card.Black, rules.White: &card.White} {
		if played := found.Sides[color]; played.Rated() {
			side.Accuracy = render.EncodeAccuracy(played.Accuracy)
		}
	}
	picture.Image = card
	return withNames(v.All, g, picture)
}

// withNames returns the picture with the players of the game.
func withNames(l *words.Language, g game.Game, picture *chat.Picture) *chat.Picture {
	var names [2]string
	for _, color := range []rules.Color{rules.Black, rules.White} {
		player := words.Name(g.Player(color))
		if picture.Players[color] = player.User; player.Engine {
			names[color] = l.String(words.TheBot{})
		}
	}
	picture.Image = picture.Image.(render.Namer).Named(names)
	return picture
}
