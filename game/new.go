package game

import (
	"errors"
	"slices"
	"time"

	"othellobot/rules"
)

// NewOpen returns an open game, which everyone in the place may play.
func NewOpen(id ID, at Place, starter Player, now time.Time) Game {
	start := rules.Start()
	return Game{
		ID: id, Place: at, Starter: starter, Mode: Open, Phase: Playing,
		Start: start, before: start, At: now.UnixMilli(),
	}
}

// NewLoaded returns an open game that continues a transcript. It fails with a
// [*rules.ReplayError] if a move is illegal, and with [ErrOver] if the game is finished.
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

// NewFrom returns an open game that continues from a position, after any forced pass. It fails with [ErrOver]
// if neither side can move.
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

// NewDuel returns a duel where starter plays color against opponent. The opponent is a person,
// [Engine], or [Nobody] for a seat that anyone may take.
func NewDuel(id ID, at Place, starter, opponent Player, color rules.Color, now time.Time) Game {
	g := NewOpen(id, at, starter, now)
	g.Mode, g.Seats = Duel, make([]Seat, 2)
	g.Seats[color] = Seat{Player: starter, Color: color}
	g.Seats[color.Opponent()] = Seat{Player: opponent, Color: color.Opponent()}
	return g
}

// NewChallenge returns a duel that waits for opponent to accept it.
func NewChallenge(id ID, at Place, challenger, opponent Player, color rules.Color, now time.Time) Game {
	g := NewDuel(id, at, challenger, opponent, color, now)
	g.Phase = Challenged
	return g
}

// Rematch returns a new game of the same mode, started by by. A duel without a handicap swaps the colours. A
// duel with a person becomes a challenge, and one with a guest a duel with a free seat. Rematch fails with [ErrNotOver], and after a duel with [ErrNotPlayer]
// or [ErrNoOpponent].
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
	switch {
	case opponent == Nobody:
		return Game{}, ErrNoOpponent
	case opponent.GuestName() != "":
		next = NewDuel(id, g.Place, by, Nobody, color, now)
	case opponent == Engine:
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

// NewVote returns a game where the channel votes for the moves of color, against [Engine].
func NewVote(id ID, at Place, starter Player, color rules.Color, window time.Duration, now time.Time) Game {
	g := NewDuel(id, at, Channel, Engine, color, now)
	g.Starter, g.Mode, g.Ballot = starter, Voted, &Ballot{Window: window}
	return g
}

// MaxHandicap is the largest handicap, in corners.
const MaxHandicap = 4

// handicapStart chooses the order of the corners, and that White moves first.
func handicapStart(corners int) rules.Position {
	p := rules.Start()
	p.Black |= rules.SetOf([]rules.Square{0, 63, 7, 56}[:corners]...)
	p.ToMove = rules.White
	return p
}

// WithHandicap returns g, which must have no moves, as an unrated game where Black holds 1 to [MaxHandicap]
// corners and White moves first.
func (g Game) WithHandicap(corners int) Game {
	g.Start = handicapStart(corners)
	g.before, g.Rated = g.Start, false
	return g
}

// Handicap returns the number of corners of the game's handicap, or 0 without one.
func (g *Game) Handicap() int {
	for corners := range MaxHandicap {
		if g.Start == handicapStart(corners+1) {
			return corners + 1
		}
	}
	return 0
}

var errRated = errors.New("rated, but no duel between people from the usual start")

// Restore completes a game from its exported fields. It fails if a move is illegal, or if other fields contradict
// the moves, the undos, or the mode.
func Restore(g Game) (Game, error) {
	noSeat := func(seat uint16) bool { return int(seat) >= len(g.Seats) }
	switch {
	case len(g.Movers) != len(g.Moves)-int(g.Loaded) || slices.ContainsFunc(g.Movers, noSeat):
		return Game{}, errors.New("moves without the seats of their makers")
	case g.Rated && !g.MayRate():
		return Game{}, errRated
	case g.Coached && (g.Mode != Duel || !g.AgainstEngine()):
		return Game{}, errors.New("coached, but no duel against the bot")
	}
	last := Rewind{Ply: g.Loaded}
	for _, r := range g.Rewinds {
		if r.Turn <= last.Turn || r.Turn > g.Turn || r.Ply < last.Ply || int(r.Ply) > len(g.Moves) {
			return Game{}, errors.New("undos of moves that were not made")
		}
		last = r
	}
	p := g.Start
	g.before = p
	for i, move := range g.Moves {
		next, err := p.Play(move)
		if err != nil {
			return Game{}, &rules.ReplayError{Number: i + 1, Square: move, ToMove: p.ToMove}
		}
		g.before, p = p, next
	}
	return g, nil
}
