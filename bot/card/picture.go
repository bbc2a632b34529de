package card

import (
	"othellobot/chat"
	"othellobot/game"
	"othellobot/render"
	"othellobot/rules"
	"othellobot/words"
)

// endPicture returns the result card of a played-out game, or the last board of any other ended game.
// It returns nil if the game has no moves.
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

// boardAlt describes a picture that shows the last board of a game. It calls picture for the first
// sentence, which names the kind of picture and the last move.
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
