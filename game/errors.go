package game

import (
	"errors"
	"fmt"
	"time"

	"othellobot/rules"
)

// Refusals that need no detail.
var (
	ErrNotStarted   = errors.New("the challenge is not accepted yet")
	ErrOver         = errors.New("the game is over")
	ErrNotOver      = errors.New("the game is not over")
	ErrNotPlayer    = errors.New("not a player of this game")
	ErrNotAsked     = errors.New("not the one who is asked")
	ErrNoOpponent   = errors.New("nobody sits opposite")
	ErrNoMoves      = errors.New("no move of this player to take back")
	ErrNothingAsked = errors.New("nothing is asked")
	ErrAskPending   = errors.New("something is asked already")
	ErrOpenGame     = errors.New("not in an open game")
	ErrEngaged      = errors.New("others are in the game already")
	ErrNotAllowed   = errors.New("not allowed to this player")
	ErrOwnTurn      = errors.New("this player is to move")
	ErrSeatTaken    = errors.New("no seat is free")
	ErrSeated       = errors.New("in the game already")
	ErrNotDue       = errors.New("not due")
	ErrStale        = errors.New("the game has moved on")
	ErrDuplicate    = errors.New("done already")
	ErrUnknown      = errors.New("no such game here")
)

// TurnError says that it is the other seat's turn.
type TurnError struct {
	Color  rules.Color // the side to move
	Player Player      // who holds it; Nobody if the seat is empty
}

func (e *TurnError) Error() string { return fmt.Sprintf("it is %v's turn", e.Color) }

// SideError says that the side to move of an open game belongs to others.
type SideError struct {
	Color     rules.Color // the side to move
	Holder    Player      // who moves for it
	Until     time.Time   // when others may move for it
	Seated    bool        // the player asking is on the other side
	LastMover bool        // the player asking made the last move, and must let another move in any case
}

func (e *SideError) Error() string { return fmt.Sprintf("%v is somebody else's side", e.Color) }

// BusyError says that a place has a running game.
type BusyError struct{ Game Game }

func (e *BusyError) Error() string { return "a game runs here already" }

// ChallengeError says that a challenge of the same player is open in the place.
type ChallengeError struct{ Game Game }

func (e *ChallengeError) Error() string { return "a challenge is open here already" }

// StoreError says that a change could not be stored.
type StoreError struct {
	Err     error
	Unknown bool // it may have happened after all, or happen yet; else it did not
}

func (e *StoreError) Error() string { return "not saved: " + e.Err.Error() }

// Unwrap is the store's own error.
func (e *StoreError) Unwrap() error { return e.Err }
