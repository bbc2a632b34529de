package game

// Settings are the choices of a place. The zero value holds the defaults.
type Settings struct {
	Theme    string // the name of the board's theme; empty for the platform's own
	Pings    Pings
	Language string // in which all are spoken to, as in BCP 47; empty until that is known
	Daily    Daily  // when the place gets the puzzle of the day
	Friendly bool   // no game that begins is rated
}

// Pings says when the player to move in a duel is reminded.
type Pings uint8

// When players are reminded.
const (
	PingLate Pings = iota // some time into their turn
	PingNow               // when their turn begins
	PingOff               // never
)
