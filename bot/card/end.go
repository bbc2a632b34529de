package card

import (
	"othellobot/game"
	"othellobot/rules"
	"othellobot/words"
)

// Result names the winner of a played-out game, and gives the score by the rules and, if different,
// the score on the board.
func Result(g game.Game, p rules.Position) Story {
	var list Story
	final, discs := p.FinalScore(), p.Score()
	if !p.Empties().IsEmpty() {
		list = append(list, words.NeitherCanMove{})
	}
	winner, decided := final.Leader()
	if !decided {
		list = append(list, words.Draw{Score: Score(final.Black, final.White)})
		if final != discs {
			list = append(list, words.DrawOnBoard{Score: Score(discs.Black, discs.White)})
		}
		return append(list, drawRemark(g))
	}
	points := Score(final.Of(winner), final.Of(winner.Opponent()))
	list = append(list, won(g, winner, points))
	if final != discs {
		list = append(list, words.OnBoard{Score: Score(discs.Of(winner), discs.Of(winner.Opponent()))})
	}
	return append(list, congratulation(g, winner))
}

func won(g game.Game, winner rules.Color, points words.Score) words.Message {
	player := g.Player(winner)
	switch {
	case player == game.Engine:
		return words.BotWins{Level: int(g.Level), Score: points}
	case g.Mode != game.Open:
		return words.PlayerWins{Player: words.Name(player), Score: points}
	case player == game.Nobody, g.Alone(player): // the winner played both colours
		return words.ColorWins{Color: winner, Score: points}
	default:
		return words.PlayerWinsAs{Player: words.Name(player), Color: winner, Score: points}
	}
}

// congratulation addresses the loser, or the winner if the engine lost. In a voted game it addresses
// all voters. It returns nil if the loser is unknown or played both colours.
func congratulation(g game.Game, winner rules.Color) words.Message {
	player, loser := g.Player(winner), g.Player(winner.Opponent())
	switch {
	case g.Mode == game.Voted:
		return words.WellPlayedAll{}
	case loser == game.Engine:
		return words.BeatLevel{Player: words.Name(player), Level: int(g.Level)}
	case loser == game.Nobody, g.Alone(loser):
		return nil
	default:
		return words.WellFought{Player: words.Name(loser)}
	}
}

// drawRemark addresses the players of a drawn game. It returns nil if one of them is unknown.
func drawRemark(g game.Game) words.Message {
	black, white := g.Player(rules.Black), g.Player(rules.White)
	switch {
	case g.Mode == game.Voted:
		return words.WellPlayedAll{}
	case black == game.Nobody || white == game.Nobody:
		return nil
	case black == game.Engine:
		return words.WellPlayed{Player: words.Name(white)}
	case white == game.Engine:
		return words.WellPlayed{Player: words.Name(black)}
	default:
		return words.WellPlayedBoth{Black: words.Name(black), White: words.Name(white)}
	}
}
