package card

import (
	"slices"
	"strconv"

	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

// roundWins are the numbers of wins that are announced, in addition to the first.
var roundWins = []int{10, 50, 100, 250, 500, 1000, 2500, 5000, 10_000}

// inARow is the number of wins in a row against a level after which the next level is offered.
const inARow = 3

// milestone announces a special win. It returns nil for an ordinary one.
func milestone(f game.Finished) words.Message {
	winner := f.Winner()
	if !winner.Person() {
		return nil
	}
	player, t, engine := words.Name(winner), f.Tally, f.Opponent(winner) == game.Engine
	switch {
	case slices.Contains(roundWins, t.Wins):
		return words.ManyWins{Player: player, Wins: t.Wins}
	case engine && f.Against() == 1:
		return words.FirstWinAtLevel{Player: player}
	case engine && t.Run == inARow:
		return words.ThreeInARow{Player: player, Level: int(f.Level)}
	case t.Wins == 1:
		return words.FirstWin{Player: player}
	default:
		return nil
	}
}

// nextLevel offers the next level to a player who has beaten a level [inARow] times in a row or
// more often.
func (v *Viewer) nextLevel(f game.Finished) []chat.Button {
	if f.Tally.Run < inARow || f.Level >= game.Levels {
		return nil
	}
	next := int(f.Level) + 1
	action := control.Of("start", strconv.Itoa(next))
	return []chat.Button{Button(v.All, words.LevelButton{Level: next}, action)}
}
