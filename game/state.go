package game

import (
	"time"

	"othellobot/rules"
)

// Mode says who may play.
type Mode uint8

// The modes.
const (
	Open  Mode = iota // everyone in the place
	Duel              // the two players in the seats
	Voted             // everyone by votes, against [Engine]
)

// Phase is a stage in the life of a game.
type Phase uint8

// The phases, in order.
const (
	Challenged Phase = iota // waits for the challenged player's answer
	Playing
	Over
)

// Game is one game with its history. It is a value: operations return a changed copy and never
// modify shared slices or pointers, so a Game may be read concurrently. The fields are exported
// for readers and for [Restore]. Only the operations of this package keep them consistent.
type Game struct {
	ID    ID    `json:"-"`
	Place Place `json:"-"`

	Version  uint32   `json:"version"`        // grows with every change; 0 means never stored
	Turn     uint32   `json:"turn,omitempty"` // grows with every move and every undo
	Mode     Mode     `json:"mode"`
	Phase    Phase    `json:"phase"`
	Rated    bool     `json:"rated,omitempty"`    // the game will change ratings; a challenge may be accepted as rated
	Coached  bool     `json:"coached,omitempty"`  // Engine plays as a coach, in a duel that does not count
	Level    uint8    `json:"level,omitempty"`    // level of Engine, if it plays: 1 to [Levels]
	Loaded   uint8    `json:"loaded,omitempty"`   // number of Moves that were loaded, not played here
	Reminder Reminder `json:"reminder,omitempty"` // the last reminder of this turn
	At       int64    `json:"at"`                 // start of the turn, challenge, voting window or end, in Unix milliseconds

	Starter Player         `json:"starter,omitempty"` // the player who opened the game or made the challenge
	Start   rules.Position `json:"-"`
	Moves   []rules.Square `json:"-"` // moves since Start, without passes
	Seats   []Seat         `json:"seats,omitempty"`
	Movers  []uint16       `json:"movers,omitempty"`  // player of each move after the loaded ones, as an index into Seats
	Rewinds []Rewind       `json:"rewinds,omitempty"` // undos with remaining moves after them, oldest first
	Ask     *Question      `json:"ask,omitempty"`     // the open question, or nil
	Result  *Result        `json:"result,omitempty"`  // nil unless the game is over
	Ballot  *Ballot        `json:"vote,omitempty"`    // nil unless the mode is Voted
	Notices [2]Notices     `json:"notices,omitzero"`  // by color

	before rules.Position // the position before the last of Moves; Start if there is none
}

// Levels is the strongest level of [Engine]; the weakest is 1.
const Levels = 10

// Seat is a player on a side. A duel has two seats, Black's first. An open game has a seat for
// each player who has moved, in the order of their first moves. A voted game has the seats of
// [Channel] and [Engine]. A free seat, or the seat of a forgotten player, belongs to Nobody.
type Seat struct {
	Player Player      `json:"player,omitempty"`
	Color  rules.Color `json:"color"`
}

// QuestionKind is the kind of a question from one side to the other.
type QuestionKind uint8

// The questions that a player can ask the other side.
const (
	AskUndo QuestionKind = iota // to take back the asker's last move
	AskStop                     // to end the game without a result
)

// Question is a question from a player to the other side. The next move drops it. Until then the side
// cannot ask the same again, even after an answer or an undo.
type Question struct {
	Kind QuestionKind `json:"kind"`
	By   Player       `json:"by"`
}

// Rewind records an undo: the turn that it began, and the number of moves left.
type Rewind struct {
	Turn uint32 `json:"turn"`
	Ply  uint8  `json:"ply"`
}

// Notices records the notifications and questions that a side's player has received. A player
// gets one notification per turn, and one question of each kind. Turns are counted by
// [Game.Number], so replacing a move does not start a new turn.
type Notices struct {
	Number uint8              `json:"number,omitempty"` // number of the move that the player was last notified to make; 0 if never
	Post   uint32             `json:"post,omitempty"`   // the number of the message that notified them
	Asked  [AskStop + 1]uint8 `json:"asked,omitzero"`   // for each kind, the number of the next move when the other side last asked
}

// Reminder is the last reminder that a player received because they do not move.
type Reminder uint8

// The reminders, in order.
const (
	NoReminder   Reminder = iota
	Pinged                // the player was notified of their turn
	Reminded              // the player was reminded
	ClaimOffered          // the opponent was informed that they may claim the win
	Warned                // the player was warned that they will lose the rated game by time
)

// Ballot holds the state of the votes in a game. Its slices must not be modified.
type Ballot struct {
	Window        time.Duration  `json:"window"`            // maximum time for the votes of a turn, in whole seconds
	Closed        bool           `json:"closed,omitempty"`  // the votes of this turn are being counted; no more are accepted
	Empty         uint8          `json:"empty,omitempty"`   // number of windows of this turn that closed without a vote
	RestAnnounced bool           `json:"nudged,omitempty"`  // the game has rested before, and a message said so
	Counted       int64          `json:"counted,omitempty"` // time of the last public count of votes, in Unix milliseconds
	Votes         int            `json:"votes,omitempty"`   // votes of this turn at the last count
	Late          bool           `json:"late,omitempty"`    // votes were stored during the last count
	Followers     []Player       `json:"tell,omitempty"`    // players to mention when a round begins, at most [MaxFollowers]
	Tally         []Choice       `json:"tally,omitempty"`   // the votes of the last round, the played square first
	Best          []rules.Square `json:"best,omitempty"`    // the engine's best move in each round; NoSquare if it was not computed
}

// Choice is a square with the number of votes for it.
type Choice struct {
	Square rules.Square `json:"square"`
	Votes  int          `json:"votes"`
}

// Reason is the way a game ended.
type Reason uint8

// The reasons. Only the first four give a result.
const (
	PlayedOut Reason = iota // neither side could move
	Resigned
	Claimed   // by a player whose opponent did not move for too long
	TimedOut  // in a rated game, because the player to move did not move for too long
	Stopped   // by a player or moderator who may do so
	SetAside  // for a new game, because no player had moved for long
	Expired   // without a move for too long
	Declined  // the challenged player declined
	Withdrawn // the challenger withdrew the challenge
	Lapsed    // the challenged player did not answer in time
)

// Result is the outcome of a game that is over.
type Result struct {
	Reason  Reason      `json:"reason"`
	By      Player      `json:"by,omitempty"` // the player who resigned, stopped, set aside, declined, withdrew or claimed
	Decided bool        `json:"decided"`      // one side won
	Winner  rules.Color `json:"winner"`       // valid if Decided
}
