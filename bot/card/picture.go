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

// endPicture returns the result card of a played-out game, the last board of any other game, or nil without moves.
func (v *Viewer) endPicture(g game.Game, p rules.Position) *chat.Picture {
	if len(g.Moves) == 0 {
		return nil
	}
	board := render.Diagram{View: BoardView(g, p), Better: rules.NoSquare, Colors: v.Theme().Colors()}
	alt := v.All.Text(boardAlt(g, p, func(c rules.Color, s rules.Square) words.Message { return words.AltBoard{Color: c, Square: s} })...)
	if g.Result.Reason != game.PlayedOut {
		return &chat.Picture{Image: board, Alt: alt}
	}
	final := p.FinalScore()
	return &chat.Picture{
		Image: render.Card{Board: board, Black: render.Side{Discs: uint8(final.Black)}, White: render.Side{Discs: uint8(final.White)}},
		Alt:   alt,
	}
}

// boardAlt describes a picture of a game's last board. picture returns the first sentence, about the last move.
func boardAlt(g game.Game, p rules.Position, picture func(rules.Color, rules.Square) words.Message) Story {
	last := g.Moves[len(g.Moves)-1]
	color, _ := p.Disc(last)
	now := p.Score()
	if g.Phase == game.Over && g.Result.Reason == game.PlayedOut {
		now = p.FinalScore()
	}
	list := append(Story{picture(color, last)}, DiscsOf(p)...)
	return append(list, words.SpokenScore{Score: Score(now.Black, now.White)})
}

// Replay returns an animated picture of the game's moves. The game must have moves.
func (v *Viewer) Replay(g game.Game) *chat.Picture {
	alt := boardAlt(g, g.Position(), func(c rules.Color, s rules.Square) words.Message {
		return words.AltReplay{Moves: words.Count(len(g.Moves)), Color: c, Square: s}
	})
	return withNames(v.Own, g, &chat.Picture{
		Image: render.Replay{Start: g.Start, Moves: g.Moves, Colors: v.Theme().Colors()},
		Alt:   v.Own.Text(alt...),
	})
}

func (v *Viewer) curvePicture(g game.Game, found review.Review) *chat.Picture {
	curve := render.Curve{Title: v.Own.String(words.ChartTitle{}), Line: v.Own.String(words.ChartBoard{}), Colors: v.Theme().Colors()}
	for _, m := range found.Moments {
		curve.Moments = append(curve.Moments, uint8(m.Number))
	}
	chart := v.chart(found)
	for i, lead := range chart.Series[0].Values {
		curve.Leads, curve.Board = append(curve.Leads, int8(lead)), append(curve.Board, int8(chart.Series[1].Values[i]))
	}
	if at, ok := cause(g, found); ok {
		curve.Turn = uint8(at.Number)
	}
	alt := boardAlt(g, g.Position(), func(c rules.Color, s rules.Square) words.Message { return words.AltCurve{Color: c, Square: s} })
	return withNames(v.Own, g, &chat.Picture{Image: curve, Alt: v.Own.Text(alt...), Chart: chart})
}

// chart returns the expected final lead of Black, and the lead on the board, before the first move and after each move.
func (v *Viewer) chart(found review.Review) *chat.Chart {
	expected, board := chat.Series{Name: v.Own.String(words.ChartSeries{})}, chat.Series{Name: v.Own.String(words.ChartBoard{})}
	positions := found.Positions()
	for i, lead := range found.Leads() {
		score := positions[i].Score()
		expected.Values = append(expected.Values, int(math.Round(lead)))
		board.Values = append(board.Values, score.Black-score.White)
	}
	return &chat.Chart{Title: v.Own.String(words.ChartTitle{}), Axis: v.Own.String(words.ChartMoves{}), Series: []chat.Series{expected, board}}
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

// SharedPicture returns the public picture of a reviewed game: its result with the players' names or, if it was not
// played out, its last board.
func (v *Viewer) SharedPicture(g game.Game) *chat.Picture {
	picture := v.endPicture(g, g.Position())
	if _, played := picture.Image.(render.Card); !played {
		return picture
	}
	return withNames(v.All, g, picture)
}

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

// BoardView returns the board to draw. It marks the legal moves while the game waits for users.
func BoardView(g game.Game, p rules.Position) render.View {
	v := render.View{Position: p, Last: rules.NoSquare, Ended: g.Phase == game.Over}
	if g.Phase == game.Playing && g.Player(p.ToMove) != game.Engine {
		v.Hints = p.Legal()
	}
	if m, ok := g.Last(); ok {
		v.Last, v.Flipped = m.Square, m.Flips
	}
	return v
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
