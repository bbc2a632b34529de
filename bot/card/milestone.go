package card

import (
	"slices"
	"strconv"

	"othellobot/bot/control"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/words"
)

// roundWins are the numbers of wins that [milestone] announces, in addition to the first win.
var roundWins = []int{10, 50, 100, 250, 500, 1000, 2500, 5000, 10_000}

const inARow = 3

// milestone announces a special win. It returns nil for other results.
func milestone(f game.Finished) words.Message {
	winner := f.Winner()
	if !winner.Person() {
		return nil
	}
	player, t, engine := words.Name(winner), f.Tally, f.Opponent(winner) == game.Engine
	switch {
	case slices.Contains(roundWins, t.Wins):
		return words.ManyWins{Player: player, Wins: t.Wins}
	case engine && f.WinsAgainstLoser() == 1:
		return words.FirstWinAtLevel{Player: player}
	case engine && t.Run == inARow:
		return words.ThreeInARow{Player: player, Level: int(f.Level)}
	case t.Wins == 1:
		return words.FirstWin{Player: player}
	default:
		return nil
	}
}

// nextLevel offers the engine's next level after at least [inARow] wins in a row.
func (v *Viewer) nextLevel(f game.Finished) []chat.Button {
	if f.Tally.Run < inARow || f.Level >= game.Levels {
		return nil
	}
	next := int(f.Level) + 1
	action := control.New("start", strconv.Itoa(next))
	return []chat.Button{Button(v.All, words.LevelButton{Level: next}, action)}
}

// rivalry shows how often each of two people has won against the other. It returns nil if neither has
// won, or if a player is the engine or was forgotten.
func rivalry(f game.Finished) words.Message {
	black, white, t := f.Black, f.White, f.Tally
	switch {
	case !black.Person() || !white.Person() || t.ByBlack+t.ByWhite == 0:
		return nil
	case t.ByBlack > t.ByWhite:
		return words.Leads{Leader: words.Name(black), Other: words.Name(white), Score: Score(t.ByBlack, t.ByWhite)}
	case t.ByBlack < t.ByWhite:
		return words.Leads{Leader: words.Name(white), Other: words.Name(black), Score: Score(t.ByWhite, t.ByBlack)}
	default:
		return words.Level{Black: words.Name(black), White: words.Name(white), Score: Score(t.ByBlack, t.ByWhite)}
	}
}
