package card

import (
	"othellobot/game"
	"othellobot/words"
)

// Story tells what happened, sentence by sentence.
type Story []words.Message

// Happened tells what the events say happened.
func (v *Viewer) Happened(g game.Game, events []game.Event) Story {
	list := make(Story, 0, 4) // with space for whose turn it is
	for _, e := range events {
		switch e := e.(type) {
		case game.Moved:
			list = append(list, v.played(e))
			if opening := openingReached(g); opening != "" {
				list = append(list, words.OpeningReached{Opening: opening})
			}
		case game.Accepted:
			list = append(list, words.AcceptedChallenge{Player: words.Name(e.By)})
		case game.Joined:
			if e.By == game.Engine {
				list = append(list, words.BotJoined{Color: e.Color, Level: int(g.Level)})
				break
			}
			list = append(list, words.Joined{Player: words.Name(e.By), Color: e.Color})
		case game.Undone:
			list = append(list, words.TookBack{Player: words.Name(e.By), Moves: e.Moves})
		case game.Ended:
			list = append(list, Ending(g, e.Result)...)
		}
	}
	return list
}

// manyFlips is from how many discs on the board alone shows which they are, where it
// does.
const manyFlips = 5

// played tells a move.
func (v *Viewer) played(m game.Moved) words.Message {
	if n := m.Flips.Len(); n >= manyFlips && v.Theme().MarksFlips() {
		return words.PlayedMany{Player: v.Name(m.By), Square: m.Square, Flips: n}
	}
	return words.Played{Player: v.Name(m.By), Square: m.Square, Flips: words.All(m.Flips)}
}

// Ending tells how a game ended that was not played out.
func Ending(g game.Game, result game.Result) Story {
	by := words.Name(result.By)
	switch result.Reason {
	case game.Resigned:
		return Story{words.Resigned{Player: by, Winner: words.Name(g.Player(result.Winner)), Color: result.Winner}}
	case game.Claimed:
		return Story{words.Claimed{Winner: by, Loser: words.Name(g.Player(result.Winner.Opponent()))}}
	case game.Stopped:
		if result.By == game.Engine {
			return Story{words.StoppedByOperator{}}
		}
		return Story{words.Stopped{Player: by}}
	case game.SetAside:
		return Story{words.SetAside{}}
	case game.Expired:
		return Story{words.Expired{}}
	case game.Declined:
		return Story{words.Declined{Player: by}}
	case game.Withdrawn:
		return Story{words.Withdrawn{Player: by}}
	case game.Lapsed:
		_, challenged := g.Challenge()
		return Story{words.Lapsed{Player: words.Name(challenged)}}
	default:
		return nil
	}
}
