package game

import "slices"

// Players returns the people named in the game, each once.
func (g *Game) Players() []Player { return g.AppendPlayers(nil) }

// AppendPlayers appends those of [Game.Players] that the slice does not contain.
func (g *Game) AppendPlayers(players []Player) []Player {
	add := func(p Player) {
		if p != Nobody && p != Engine && p != Channel && !slices.Contains(players, p) {
			players = append(players, p)
		}
	}
	add(g.Starter)
	for _, s := range g.Seats {
		add(s.Player)
	}
	if g.Ask != nil {
		add(g.Ask.By)
	}
	for _, p := range g.followers() {
		add(p)
	}
	if g.Result != nil {
		add(g.Result.By)
	}
	return players
}

// sameNames reports whether the game certainly names the same people as another state of it. It is
// cheaper than comparing [Game.Players], and may return false for the same people.
func (g *Game) sameNames(other *Game) bool {
	return g.Starter == other.Starter && slices.Equal(g.Seats, other.Seats) && same(g.Ask, other.Ask) && same(g.Result, other.Result) &&
		slices.Equal(g.followers(), other.followers())
}
