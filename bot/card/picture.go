package card

import (
	"othellobot/chat"
	"othellobot/game"
	"othellobot/render"
	"othellobot/rules"
	"othellobot/words"
)

// endPicture returns the picture of an ended game: a result card if it was played out, else its
// last board. It returns nil if the game has no moves.
func (v *Viewer) endPicture(g game.Game, p rules.Position) *chat.Picture {
	if len(g.Moves) == 0 {
		return nil
	}
	board := render.Diagram{View: View(g, p), Better: rules.NoSquare, Colors: v.Theme().Colors()}
	alt := v.All.Text(boardAlt(g, p)...)
	if g.Result.Reason != game.PlayedOut {
		return &chat.Picture{Image: board, Alt: alt}
	}
	final := p.FinalScore()
	return &chat.Picture{
		Image: render.Card{Board: board, Black: render.Side{Discs: uint8(final.Black)}, White: render.Side{Discs: uint8(final.White)}},
		Alt:   alt,
	}
}

// boardAlt describes the picture of a board: the last move, the discs and their numbers.
func boardAlt(g game.Game, p rules.Position) Story {
	last := g.Moves[len(g.Moves)-1]
	color, _ := p.Disc(last)
	now := p.Score()
	if g.Phase == game.Over && g.Result.Reason == game.PlayedOut {
		now = p.FinalScore()
	}
	list := append(Story{words.AltBoard{Color: color, Square: last}}, DiscsOf(p)...)
	return append(list, words.SpokenScore{Score: Score(now.Black, now.White)})
}

// Replay returns an animated picture of the game's moves, described in the actor's language. The
// game must have moves.
func (v *Viewer) Replay(g game.Game) *chat.Picture {
	p := g.Position()
	alt := boardAlt(g, p)
	last := alt[0].(words.AltBoard)
	alt[0] = words.AltReplay{Moves: words.Count(len(g.Moves)), Color: last.Color, Square: last.Square}
	return naming(v.Own, g, &chat.Picture{
		Image: render.Replay{Start: g.Start, Moves: g.Moves, Colors: v.Theme().Colors()},
		Alt:   v.Own.Text(alt...),
	})
}
