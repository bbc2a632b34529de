package card

import (
	"slices"
	"strconv"

	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

// roundWins are the wins of which everybody is told that somebody has so many, beside the
// first.
var roundWins = []int{10, 50, 100, 250, 500, 1000, 2500, 5000, 10_000}

// inARow is how many wins in a row against a level say that the next may be tried.
const inARow = 3

// milestone tells what is special about somebody's win, nil if nothing is.
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

// NextLevel offers the level above the one that somebody has beaten several times in a
// row.
func (v *Viewer) nextLevel(f game.Finished) []chat.Button {
	if f.Tally.Run < inARow || f.Level >= game.Levels {
		return nil
	}
	next := int(f.Level) + 1
	action := control.Of("start", strconv.Itoa(next))
	return []chat.Button{Button(v.All, words.LevelButton{Level: next}, action)}
}
