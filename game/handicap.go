package game

import "othellobot/rules"

// Handicaps is how many corners a handicap gives at most.
const Handicaps = 4

// handicapStart is the usual start with 1 to [Handicaps] black discs more, on a1, h8, h1 and a8
// in this order, and with White to move. Black is the weaker side. The order, and that White
// begins, are this program's choice.
func handicapStart(corners int) rules.Position {
	p := rules.Start()
	p.Black |= rules.SetOf([]rules.Square{0, 63, 7, 56}[:corners]...)
	p.ToMove = rules.White
	return p
}

// WithHandicap is the game, in which nobody has moved, from a start at which Black holds 1 to
// [Handicaps] corners and White moves first. It is in no record and never rated.
func (g Game) WithHandicap(corners int) Game {
	g.Start = handicapStart(corners)
	g.before, g.Rated = g.Start, false
	return g
}

// Handicap is how many corners Black held before the first move, 0 unless the game began as
// those with a handicap do.
func (g *Game) Handicap() int {
	for corners := range Handicaps {
		if g.Start == handicapStart(corners+1) {
			return corners + 1
		}
	}
	return 0
}
