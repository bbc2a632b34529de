package game

import (
	"slices"
	"time"

	"othellobot/rules"
)

// Mode says who may play.
type Mode uint8

// The modes.
const (
	Open  Mode = iota // everybody
	Duel              // the two players in the seats
	Voted             // everybody, by votes, against [Engine]
)

// Phase is how far a game has come.
type Phase uint8

// The phases, in order.
const (
	Challenged Phase = iota // waits for the challenged player's answer
	Playing
	Over
)

// Game is one game with its whole past. It is a value: operations return a changed
// copy and leave alone what its slices and pointers share, so that a Game may be read
// by anybody at any time. The fields are exported so that stores can write them down
// and give them back by [Restore]; only the operations of this package change them
// consistently.
type Game struct {
	ID      ID
	Place   Place
	Starter Player // who opened the game or made the challenge
	Start   rules.Position
	Moves   []rules.Square // since Start, passes implied
	Movers  []uint16       // who made each move after the loaded ones, as an index into Seats
	Seats   []Seat
	Rewinds []Rewind   // the undos that standing moves were made after, oldest first
	Ask     *Ask       // what one player wants the other side to agree to
	Result  *Result    // not nil exactly if the game is over
	Ballot  *Ballot    // not nil exactly if the mode is Voted
	Notices [2]Notices // by color

	At       int64  // when the turn, the challenge, the window for votes or the end began, in Unix milliseconds
	Turn     uint32 // grows with every move and every undo
	Version  uint32 // grows with every change; 0 was never stored
	Mode     Mode
	Phase    Phase
	Level    uint8    // of Engine, if it plays: 1 to [Levels]
	Loaded   uint8    // how many of Moves were loaded, not played here
	Reminder Reminder // the last one of this turn
	Rated    bool     // it is to change ratings, or as a challenge may be accepted so
	Coached  bool     // Engine plays as a coach, in a duel that counts in nothing

	before rules.Position // in which the last of Moves was played; Start if there is none
}

// Levels is how many levels [Engine] has, from 1, the weakest.
const Levels = 10

// Seat is a player on a side. A duel has two seats, Black's first; an open game has
// one for each player who has moved, in the order of their first moves. A seat is
// Nobody's if it is free or its player was forgotten. In a voted game they are of
// [Channel] and [Engine].
type Seat struct {
	Player Player
	Color  rules.Color
}

// Since is when the current turn, the challenge, the window for votes or the end began.
func (g Game) Since() time.Time { return time.UnixMilli(g.At) }

// Position is the board as it stands.
func (g Game) Position() rules.Position {
	if len(g.Moves) == 0 {
		return g.Start
	}
	p, _ := g.before.Play(g.Moves[len(g.Moves)-1]) // only legal moves are ever kept
	return p
}

// replay is the position after the first so many moves.
func (g Game) replay(moves int) rules.Position {
	p, _ := rules.Replay(g.Start, g.Moves[:moves])
	return p
}

// Number is the number of the next move, counted from 1 without passes.
func (g Game) Number() int { return len(g.Moves) + 1 }

// Player is the player of a side: in a duel the one in its seat, in an open game the
// first who moved for it. It is Nobody if there is none.
func (g Game) Player(c rules.Color) Player {
	for _, s := range g.Seats {
		if s.Color == c && s.Player != Nobody {
			return s.Player
		}
	}
	return Nobody
}

// MovedBy is the player who made a move, by its number from 1. It is Nobody if the move was
// loaded, and if its player was forgotten.
func (g Game) MovedBy(number int) Player {
	if number <= int(g.Loaded) {
		return Nobody
	}
	return g.Seats[g.Movers[number-1-int(g.Loaded)]].Player
}

// LastMover is the player who made the last move that stands. It is Nobody if no
// move was made here or its player was forgotten.
func (g Game) LastMover() Player {
	if len(g.Movers) == 0 {
		return Nobody
	}
	return g.Seats[g.Movers[len(g.Movers)-1]].Player
}

// Side is the side that p is on, and false if p is on none.
func (g Game) Side(p Player) (rules.Color, bool) {
	if seat := g.seat(p); seat >= 0 {
		return g.Seats[seat].Color, true
	}
	return rules.Black, false
}

// seat is the index in Seats of a player's seat, negative if p has none.
func (g Game) seat(p Player) int {
	if p == Nobody {
		return -1
	}
	return slices.IndexFunc(g.Seats, func(s Seat) bool { return s.Player == p })
}

// AgainstEngine reports whether the engine holds a seat.
func (g Game) AgainstEngine() bool {
	_, ok := g.Side(Engine)
	return ok
}

// Alone reports whether p is the only person who has ever moved in an open
// game. They may then play both sides.
func (g Game) Alone(p Player) bool {
	return g.Mode == Open && len(g.Seats) == 1 && g.Seats[0].Player == p
}

// newTurn is the game in its next turn, which begins now.
func (g Game) newTurn(now time.Time) Game {
	g.Turn++
	g.At = now.UnixMilli()
	g.Ask = nil
	g.Reminder = NoReminder
	return g
}

// end is the game, over since now.
func (g Game) end(r Result, now time.Time) (Game, []Event, error) {
	g.Phase = Over
	g.Result = &r
	g.At = now.UnixMilli()
	g.Ask = nil
	return g, []Event{Ended{Result: r}}, nil
}

// playing is an error unless the game is being played.
func (g Game) playing() error {
	switch g.Phase {
	case Playing:
		return nil
	case Challenged:
		return ErrNotStarted
	default:
		return ErrOver
	}
}

// same reports whether both point to equal values, or both to nothing.
func same[T comparable](a, b *T) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}
