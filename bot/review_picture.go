package bot

import (
	"math"

	"othellobot/chat"
	"othellobot/game"
	"othellobot/render"
	"othellobot/review"
	"othellobot/rules"
	"othellobot/words"
)

// curvePicture is the picture of who led in a game that was reviewed, and by how much.
func (r *request) curvePicture(g game.Game, found review.Review) *chat.Picture {
	curve := render.Curve{Turn: uint8(found.Turning), Colors: r.theme().Colors()}
	chart := &chat.Chart{
		Title: r.toActor.String(words.ChartTitle{}), Series: r.toActor.String(words.ChartSeries{}), Axis: r.toActor.String(words.ChartMoves{}),
	}
	for _, lead := range found.Leads() {
		whole := int(math.Round(max(-64, min(lead, 64))))
		curve.Leads, chart.Values = append(curve.Leads, int8(whole)), append(chart.Values, whole)
	}
	alt := boardAlt(g, g.Position())
	last := alt[0].(words.AltBoard)
	alt[0] = words.AltCurve{Color: last.Color, Square: last.Square}
	return &chat.Picture{Image: curve, Alt: r.toActor.Text(alt...), Chart: chart}
}

// momentPicture is the picture of a board with the move that was played and the one that
// was better.
func (r *request) momentPicture(v render.View, m review.Move) *chat.Picture {
	var alt told
	if color, ok := v.Position.Disc(v.Last); ok {
		alt = append(alt, words.AltBoard{Color: color, Square: v.Last})
	}
	alt = append(alt, words.AltMarked{Square: m.Square, Best: m.Best})
	v.Hints = rules.SetOf(m.Square)
	return &chat.Picture{
		Image: render.Diagram{View: v, Better: m.Best, Colors: r.theme().Colors()},
		Alt:   r.toActor.Text(append(alt, discsOf(v.Position)...)...),
	}
}

// sharedPicture is the card of a reviewed game, for all to see, with its players.
func (r *request) sharedPicture(g game.Game, found review.Review) *chat.Picture {
	picture := r.endPicture(g, g.Position())
	card, ok := picture.Image.(render.Card)
	if !ok { // nobody has counted discs
		return picture
	}
	for color, side := range []*render.Side{rules.Black: &card.Black, rules.White: &card.White} {
		switch player := g.Player(rules.Color(color)); player {
		case game.Engine:
			side.Name = r.toAll.String(words.TheBot{})
		default:
			picture.Players[color] = words.Name(player).User
		}
		if played := found.Sides[color]; played.Rated() {
			side.Accuracy = render.AccuracyOf(played.Accuracy)
		}
	}
	picture.Image = card
	return picture
}
