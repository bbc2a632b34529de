package game

import (
	"slices"
	"time"

	"othellobot/rules"
)

// NewOpen is an open game that everybody in the place may play.
func NewOpen(id ID, at Place, starter Player, now time.Time) Game {
	start := rules.Start()
	return Game{
		ID: id, Place: at, Starter: starter, Mode: Open, Phase: Playing,
		Start: start, before: start, At: now.UnixMilli(),
	}
}

// NewLoaded is an open game that goes on from a transcript. It fails with a
// [*rules.ReplayError] if a move is illegal, and with [ErrOver] if the game is
// finished.
func NewLoaded(id ID, at Place, starter Player, moves []rules.Square, now time.Time) (Game, error) {
	g := NewOpen(id, at, starter, now)
	g.Moves, g.Loaded = slices.Clone(moves), uint8(len(moves))
	g, err := Restore(g)
	if err != nil {
		return Game{}, err
	}
	if g.Position().Over() {
		return Game{}, ErrOver
	}
	return g, nil
}

// NewFrom is an open game that goes on from a position. A side to move that cannot
// passes. It fails with [ErrOver] if neither side can move there.
func NewFrom(id ID, at Place, starter Player, p rules.Position, now time.Time) (Game, error) {
	if p.Over() {
		return Game{}, ErrOver
	}
	if p.Legal().IsEmpty() {
		p.ToMove = p.ToMove.Opponent()
	}
	g := NewOpen(id, at, starter, now)
	g.Start, g.before = p, p
	return g, nil
}

// NewDuel is a duel in which starter plays color against opponent, who is a person,
// [Engine], or [Nobody] for a seat that anybody may take.
func NewDuel(id ID, at Place, starter, opponent Player, color rules.Color, now time.Time) Game {
	g := NewOpen(id, at, starter, now)
	g.Mode, g.Seats = Duel, make([]Seat, 2)
	g.Seats[color] = Seat{starter, color}
	g.Seats[color.Opponent()] = Seat{opponent, color.Opponent()}
	return g
}

// NewChallenge is a duel that waits for opponent to accept it.
func NewChallenge(id ID, at Place, challenger, opponent Player, color rules.Color, now time.Time) Game {
	g := NewDuel(id, at, challenger, opponent, color, now)
	g.Phase = Challenged
	return g
}

// Rematch is a new game after g, for one of its players: an open or voted game after one
// of the same kind, for anybody, and after a duel a challenge with the colours swapped, or a duel at once if the
// opponent is the engine. A handicap stays, and so do its colours. It fails with [ErrNotOver], [ErrNotPlayer] or
// [ErrNoOpponent].
func (g Game) Rematch(id ID, by Player, now time.Time) (Game, error) {
	if g.Phase != Over {
		return Game{}, ErrNotOver
	}
	switch g.Mode {
	case Open:
		return NewOpen(id, g.Place, by, now), nil
	case Voted:
		color, _ := g.Side(Channel)
		next := NewVote(id, g.Place, by, color, g.Ballot.Window, now)
		next.Level = g.Level
		return next, nil
	}
	color, ok := g.Side(by)
	if !ok {
		return Game{}, ErrNotPlayer
	}
	corners, opponent := g.Handicap(), g.Player(color.Opponent())
	if corners == 0 {
		color = color.Opponent()
	}
	var next Game
	switch opponent {
	case Nobody:
		return Game{}, ErrNoOpponent
	case Engine:
		next = NewDuel(id, g.Place, by, Engine, color, now)
		next.Level, next.Coached = g.Level, g.Coached
	default:
		next = NewChallenge(id, g.Place, by, opponent, color, now)
	}
	if corners > 0 {
		next = next.WithHandicap(corners)
	}
	return next, nil
}

// NewVote is a game in which the channel plays color by votes against [Engine].
func NewVote(id ID, at Place, starter Player, color rules.Color, window time.Duration, now time.Time) Game {
	g := NewDuel(id, at, Channel, Engine, color, now)
	g.Starter, g.Mode, g.Ballot = starter, Voted, &Ballot{Window: window}
	return g
}

// Handicaps is the largest handicap, in corners.
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

// Handicap counts the corners that Black held before the first move, 0 unless the game began as
// those with a handicap do.
func (g *Game) Handicap() int {
	for corners := range Handicaps {
		if g.Start == handicapStart(corners+1) {
			return corners + 1
		}
	}
	return 0
}
