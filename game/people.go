package game

import "slices"

// Players returns the people named in the game, each once.
func (g *Game) Players() []Player { return g.AppendPlayers(nil) }

// AppendPlayers appends the people named in the game, except those already in players.
func (g *Game) AppendPlayers(players []Player) []Player {
	add := func(p Player) {
		if p.Person() && !slices.Contains(players, p) {
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
