package card

import (
	"othellobot/chat"
	"othellobot/game"
	"othellobot/rules"
	"othellobot/words"
)

// Summary returns the line that replaces the message of an old board.
func (v *Viewer) Summary(g game.Game) chat.Text {
	if m, ok := g.Last(); ok {
		return v.numbered(len(g.Moves), m.By, m.Square)
	}
	if g.Phase == game.Playing && g.Loaded == 0 && g.Start == rules.Start() {
		return v.All.Text(words.GameBegan{})
	}
	return v.All.Text(v.LastStory(g)...)
}

// SummaryBefore returns the [Viewer.Summary] of the game before its last move, or [ShownElsewhere] if the
// game is not being played or the previous mover is unknown.
func (v *Viewer) SummaryBefore(g game.Game) chat.Text {
	switch last := len(g.Movers) - 2; {
	case g.Phase != game.Playing || last < -1 || last < 0 && (g.Loaded > 0 || g.Start != rules.Start()):
		return v.All.Text(ShownElsewhere(g))
	case last < 0:
		return v.All.Text(words.GameBegan{})
	default:
		n := len(g.Moves) - 1
		return v.numbered(n, g.Seats[g.Movers[last]].Player, g.Moves[n-1])
	}
}

func (v *Viewer) numbered(number int, by game.Player, square rules.Square) chat.Text {
	return v.All.Text(words.MoveMade{Number: number, Player: words.Name(by), Square: square})
}

// ShownElsewhere returns the text that replaces a message when another message shows its game.
func ShownElsewhere(g game.Game) words.Message {
	if g.Phase == game.Over {
		return words.EndElsewhere{}
	}
	return words.GameElsewhere{}
}
