package game

import (
	"strconv"
	"strings"
	"time"

	"othellobot/rules"
)

// Mode says who may play.
type Mode uint8

const (
	Open  Mode = iota // everyone in the place
	Duel              // the two players in the seats
	Voted             // everyone by votes, against [Engine]
)

// Phase is a stage of a game.
type Phase uint8

const (
	Challenged Phase = iota // waits for the challenged player's answer
	Playing
	Over
)

// Game is one game with its history. It is a value: operations return a changed copy and never
// modify shared slices or pointers.
type Game struct {
	ID    ID    `json:"-"`
	Place Place `json:"-"`

	Version  uint32   `json:"version"`        // grows with every change; 0 means never stored
	Turn     uint32   `json:"turn,omitempty"` // grows with every move and every undo
	Mode     Mode     `json:"mode"`
	Phase    Phase    `json:"phase"`
	Rated    bool     `json:"rated,omitempty"`    // the game is rated, or a challenge offers that
	Coached  bool     `json:"coached,omitempty"`  // Engine plays as a coach, and the duel does not count in records
	Level    uint8    `json:"level,omitempty"`    // level of Engine, from 1 to [MaxLevel], if it plays
	Loaded   uint8    `json:"loaded,omitempty"`   // number of Moves that were loaded, not played here
	Reminder Reminder `json:"reminder,omitempty"` // the last reminder of this turn
	At       int64    `json:"at"`                 // start of the turn, challenge or voting window, or time of the end, in Unix milliseconds; a late [Game.Warn] moves it

	Starter Player         `json:"starter,omitempty"` // the player who opened the game or made the challenge
	Start   rules.Position `json:"-"`
	Moves   []rules.Square `json:"-"` // moves since Start, without passes
	Seats   []Seat         `json:"seats,omitempty"`
	Movers  []uint16       `json:"movers,omitempty"`  // player of each move after the loaded ones, as an index into Seats
	Rewinds []Rewind       `json:"rewinds,omitempty"` // undos, as far as [Game.MoveAt] needs them, oldest first
	Ask     *Question      `json:"ask,omitempty"`     // the open question, or nil
	Result  *Result        `json:"result,omitempty"`  // nil unless the game is over
	Ballot  *Ballot        `json:"vote,omitempty"`    // nil unless the mode is Voted
	Notices [2]Notices     `json:"notices,omitzero"`  // by color

	before rules.Position // the position before the last of Moves; Start if there is none
}

// MaxLevel is the strongest level of [Engine].
const MaxLevel = 16

// Seat is a player on a side. A duel or voted game has two seats, Black's first. An open game has one for each
// player, in the order of their first moves. [Nobody] holds a free seat, or the seat of a forgotten player.
type Seat struct {
	Player Player      `json:"player,omitempty"`
	Color  rules.Color `json:"color"`
	Link   uint32      `json:"link,omitempty"` // number of the link by which the player acts from outside, or a guest may take the free seat; 0 if there is none
}

// QuestionKind is the kind of a [Question].
type QuestionKind uint8

const (
	AskUndo QuestionKind = iota // may the asker's last move be taken back?
	AskStop                     // may the game end without a winner?
)

// Question is an open question to the other side. The next turn drops it.
type Question struct {
	Kind QuestionKind `json:"kind"`
	By   Player       `json:"by"`
}

// Rewind records an undo: the turn that began with it, and the number of moves left.
type Rewind struct {
	Turn uint32 `json:"turn"`
	Ply  uint8  `json:"ply"`
}

// Notices records which notification and questions a side has received. Each comes at most once for the same
// [Game.Number], so an undo allows no second one. Only an undo that the other side agreed to resets this.
type Notices struct {
	Number uint8              `json:"number,omitempty"` // number of the move that the last notification asked for; 0 if there was none
	Post   uint32             `json:"post,omitempty"`   // number of the message with the last notification
	Asked  [AskStop + 1]uint8 `json:"asked,omitzero"`   // for each kind, the number of the next move when it was last asked
}

// Reminder is the last notice of a turn to its players.
type Reminder uint8

const (
	NoReminder Reminder = iota
	Pinged              // the player, or the followers of a voted game, were notified of the turn
	Reminded            // the player was reminded after [ReminderDelay]

	ClaimOffered // the opponent was informed that they may claim the win
	Warned       // the player was warned that they will lose the rated game by time
)

// Ballot holds the state of the votes in a game. Its slices must not be modified.
type Ballot struct {
	Window        time.Duration  `json:"window"`            // time until the votes of a turn close, at least a second
	Closed        bool           `json:"closed,omitempty"`  // no more votes of this turn are accepted
	Empty         uint8          `json:"empty,omitempty"`   // windows of this turn that closed without a vote, since the game last reopened
	RestAnnounced bool           `json:"nudged,omitempty"`  // the game has rested once, which a message announces
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

// Only the first four reasons can have a winner.
const (
	PlayedOut Reason = iota // neither side could move
	Resigned
	Claimed   // a player claimed the win, because the opponent did not move for too long
	TimedOut  // the player to move lost a rated game by not moving for too long
	Stopped   // a player, a moderator or the operator stopped the game
	SetAside  // a new game replaced the game, because no player had moved for long
	Expired   // no player moved for too long
	Declined  // the challenged player declined
	Withdrawn // the challenger, or another user for them, withdrew the challenge
	Lapsed    // the challenged player did not answer in time
)

type Result struct {
	Reason  Reason      `json:"reason"`
	By      Player      `json:"by,omitempty"` // the player who resigned, claimed, stopped, set aside, declined or withdrew
	Decided bool        `json:"decided"`      // one side won
	Winner  rules.Color `json:"winner"`       // valid if Decided
}

// ID identifies a game. Zero is no game.
type ID uint64

// String returns the ID in base 36, in at most 13 characters.
func (id ID) String() string { return strconv.FormatUint(uint64(id), 36) }

// ParseID reads the output of [ID.String].
func ParseID(text string) (ID, error) {
	id, err := strconv.ParseUint(text, 36, 64)
	return ID(id), err
}

// MarshalText works like [ID.String], because many JSON parsers round 64-bit integers.
func (id ID) MarshalText() ([]byte, error) { return []byte(id.String()), nil }

// UnmarshalText reads the output of [ID.MarshalText].
func (id *ID) UnmarshalText(text []byte) (err error) {
	*id, err = ParseID(string(text))
	return err
}

// Place is the name of a channel or a thread. A channel's name ends with a slash and begins the names of its
// threads.
type Place string

// Channel returns the channel of a thread, or false if the place is not a thread.
func (p Place) Channel() (Place, bool) {
	slash := strings.LastIndexByte(string(p), '/')
	return p[:slash+1], 0 <= slash && slash < len(p)-1
}

// Player is the opaque name of a person, or one of [Engine], [Channel] and [Nobody].
type Player string

const (
	// Nobody holds an empty seat, or the seat of a forgotten player.
	Nobody Player = ""
	// Engine is the program's own player. No person may have this name.
	Engine Player = "engine"
	// Channel represents all voters of a game. No person may have this name.
	Channel Player = "channel"
)

// Delivery identifies an action, to recognize repetitions. It is empty if the action has no identifier.
type Delivery string

// Event is something that happened in a game.
type Event interface{ event() }

// Moved reports that a player made a move.
type Moved struct {
	By     Player
	Color  rules.Color
	Square rules.Square
	Flips  rules.Bitboard
}

// Accepted reports that the challenged player accepted and the duel began.
type Accepted struct {
	By    Player
	Rated bool
}

// Joined reports that a player took the empty seat of a duel, or that the engine joined an open game.
type Joined struct {
	By    Player
	Color rules.Color
}

// Undone reports that moves were taken back.
type Undone struct {
	By    Player         // the player who took back a move
	Moves []rules.Square // the moves taken back, in playing order
}

// BecameFriendly reports that a rated game became friendly.
type BecameFriendly struct{}

// Ended reports that the game is over.
type Ended struct{ Result Result }

func (Moved) event()          {}
func (Accepted) event()       {}
func (Joined) event()         {}
func (Undone) event()         {}
func (BecameFriendly) event() {}
func (Ended) event()          {}

// Person reports whether the player has an account on a platform: neither Engine nor Channel nor Nobody nor a guest.
func (p Player) Person() bool {
	return p != Nobody && p != Engine && p != Channel && p.GuestName() == ""
}

// GuestName returns the name that a guest typed, or "" if the player is no guest. Guests hold their seat by a link
// and have no account.
func (p Player) GuestName() string {
	rest, guest := strings.CutPrefix(string(p), "page/")
	name, _, _ := strings.Cut(rest, "/")
	if !guest {
		return ""
	}
	return name
}
