package game

import (
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

// Phase is a stage in the life of a game.
type Phase uint8

// The phases, in order.
const (
	Challenged Phase = iota // waits for the challenged player's answer
	Playing
	Over
)

// Game is one game with its whole past. It is a value: operations return a changed
// copy and leave alone what its slices and pointers share, so that a Game may be read
// concurrently. Its fields are exported for readers and for [Restore]; only the
// operations of this package change them consistently.
type Game struct {
	ID    ID    `json:"-"`
	Place Place `json:"-"`

	Version  uint32   `json:"version"`        // grows with every change; 0 was never stored
	Turn     uint32   `json:"turn,omitempty"` // grows with every move and every undo
	Mode     Mode     `json:"mode"`
	Phase    Phase    `json:"phase"`
	Rated    bool     `json:"rated,omitempty"`    // it is to change ratings, or as a challenge may be accepted so
	Coached  bool     `json:"coached,omitempty"`  // Engine plays as a coach, in a duel that counts in nothing
	Level    uint8    `json:"level,omitempty"`    // of Engine, if it plays: 1 to [Levels]
	Loaded   uint8    `json:"loaded,omitempty"`   // how many of Moves were loaded, not played here
	Reminder Reminder `json:"reminder,omitempty"` // the last one of this turn
	At       int64    `json:"at"`                 // when the turn, the challenge, the window for votes or the end began, in Unix milliseconds

	Starter Player         `json:"starter,omitempty"` // who opened the game or made the challenge
	Start   rules.Position `json:"-"`
	Moves   []rules.Square `json:"-"` // since Start, passes implied
	Seats   []Seat         `json:"seats,omitempty"`
	Movers  []uint16       `json:"movers,omitempty"`  // who made each move after the loaded ones, as an index into Seats
	Rewinds []Rewind       `json:"rewinds,omitempty"` // the undos that standing moves were made after, oldest first
	Ask     *Ask           `json:"ask,omitempty"`     // what one player wants the other side to agree to
	Result  *Result        `json:"result,omitempty"`  // not nil exactly if the game is over
	Ballot  *Ballot        `json:"vote,omitempty"`    // not nil exactly if the mode is Voted
	Notices [2]Notices     `json:"notices,omitzero"`  // by color

	before rules.Position // in which the last of Moves was played; Start if there is none
}

// Levels is the strongest level of [Engine]; the weakest is 1.
const Levels = 10

// Seat is a player on a side. A duel has two seats, Black's first; an open game has
// one for each player who has moved, in the order of their first moves. A seat is
// Nobody's if it is free or its player was forgotten. In a voted game they are of
// [Channel] and [Engine].
type Seat struct {
	Player Player      `json:"player,omitempty"`
	Color  rules.Color `json:"color"`
}

// AskKind says what one side asks of the other.
type AskKind uint8

// What one player can ask of the other side.
const (
	AskUndo AskKind = iota // to take back the asker's last move
	AskStop                // to end the game without a result
)

// Ask is a question that a player puts to the other side. The next move drops it, and until then
// neither an answer nor a move taken back lets the side ask the same again.
type Ask struct {
	Kind AskKind `json:"kind"`
	By   Player  `json:"by"`
}

// Rewind records an undo: the turn that it began, and how many moves were left.
type Rewind struct {
	Turn uint32 `json:"turn"`
	Ply  uint8  `json:"ply"`
}

// Notices records the notifications and questions that a side's player has received. Each turn
// has one notification and one question of each kind. Moves are numbered as by [Game.Number], so
// that taking a move back and making another one starts no new turn.
type Notices struct {
	Number uint8              `json:"number,omitempty"` // the move that the player was last notified before, 0 for none
	Post   uint32             `json:"post,omitempty"`   // the number of the message that notified them
	Asked  [AskStop + 1]uint8 `json:"asked,omitzero"`   // by kind, the move before which the other side asked last
}

// Reminder says what was done about a player who does not move.
type Reminder uint8

// The reminders, in order.
const (
	NoReminder   Reminder = iota
	Pinged                // the player was told that it is their turn
	Reminded              // the player was told again
	ClaimOffered          // the opponent was told that they may claim the win
	Warned                // the player was told that a rated game will be lost by time
)

// Ballot holds the state of the votes in a game. Its slices are never changed.
type Ballot struct {
	Window  time.Duration  `json:"window"`            // how long the votes of a turn are open at most, in whole seconds
	Closed  bool           `json:"closed,omitempty"`  // the votes of this turn are being counted, and no more are taken
	Empty   uint8          `json:"empty,omitempty"`   // how many windows of this turn have closed without a vote
	Nudged  bool           `json:"nudged,omitempty"`  // the game has rested before, which everybody was told
	Counted int64          `json:"counted,omitempty"` // when the votes were last counted for all to see, in Unix milliseconds
	Votes   int            `json:"votes,omitempty"`   // how many they were then, of this turn
	Late    bool           `json:"late,omitempty"`    // others were stored while these were counted
	Tell    []Player       `json:"tell,omitempty"`    // who wants to be told when a round begins, at most [MostTold]
	Tally   []Choice       `json:"tally,omitempty"`   // the votes of the last round, the square that was played first
	Best    []rules.Square `json:"best,omitempty"`    // what the engine finds best in each round, NoSquare where nobody has asked
}

// Choice is a square with the number of its votes.
type Choice struct {
	Square rules.Square `json:"square"`
	Votes  int          `json:"votes"`
}

// Reason says how a game ended.
type Reason uint8

// The reasons. Only the first four give a result.
const (
	PlayedOut Reason = iota // neither side could move
	Resigned
	Claimed   // by one player, because the other did not move for too long
	TimedOut  // a rated game, because the player to move did not for too long
	Stopped   // by somebody who may do so
	SetAside  // for a new game, because nobody had moved for long
	Expired   // nobody touched it for too long
	Declined  // the challenge was turned down
	Withdrawn // the challenge was taken back
	Lapsed    // the challenge was not answered in time
)

// Result is the outcome of a game that is over.
type Result struct {
	Reason  Reason      `json:"reason"`
	By      Player      `json:"by,omitempty"` // who resigned, stopped, set aside, declined, withdrew or claimed
	Decided bool        `json:"decided"`      // somebody won
	Winner  rules.Color `json:"winner"`       // if Decided
}
