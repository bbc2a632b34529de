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
	ErrNotAsked     = errors.New("somebody else is asked")
	ErrNoOpponent   = errors.New("there is no opponent")
	ErrNoMoves      = errors.New("this player has no move to take back")
	ErrNothingAsked = errors.New("there is no open question")
	ErrAskPending   = errors.New("another question is open")
	ErrAskedBefore  = errors.New("this was asked in this turn already")
	ErrOpenGame     = errors.New("not in an open game")
	ErrEngaged      = errors.New("others are already in the game")
	ErrNotAllowed   = errors.New("this player may not do that")
	ErrOwnTurn      = errors.New("this player is to move")
	ErrSeatTaken    = errors.New("no seat is free")
	ErrSeated       = errors.New("already in the game")
	ErrNotDue       = errors.New("not due")
	ErrFriendly     = errors.New("the game is not rated")
	ErrClosed       = errors.New("the vote is closed")
	ErrTooMany      = errors.New("too many have asked for that")
	ErrStale        = errors.New("the game has moved on")
	ErrDuplicate    = errors.New("already done")
	ErrUnknown      = errors.New("no such game here")

	errUnreadable = errors.New("the document of a game cannot be read") // and nothing else: logs must name no player

	// ErrReplaced says that the game came to the same turn by other moves: it was
	// restored from a backup. It is [ErrStale], too.
	ErrReplaced = fmt.Errorf("by other moves: %w", ErrStale)

	// ErrNewer says that a newer version of the program keeps the game, in a form that
	// this one cannot read.
	ErrNewer = errors.New("kept by a newer version of the program")

	// ErrCondemned says that all that is stored of a place is being deleted, and that
	// nothing is stored there until that is done.
	ErrCondemned = errors.New("everything here is being deleted")

	// ErrUnforgotten says that something still names somebody who is being forgotten. It is
	// kept in mind, and seen to by whoever asks for what is [Tombstones.Doubtful].
	ErrUnforgotten = errors.New("not all is forgotten yet")

	// ErrNotStored is wrapped around an error by a [Store] to say that a change is not
	// stored, and will not be.
	ErrNotStored = errors.New("not stored")
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
	LastMover bool        // the player asking made the last move, so another must move next in any case
}

func (e *SideError) Error() string { return fmt.Sprintf("%v is somebody else's side", e.Color) }

// BusyError says that another game is running in the place.
type BusyError struct{ Game Game }

func (e *BusyError) Error() string { return "another game is running here" }

// ChallengeError says that the same player has another challenge open in the place.
type ChallengeError struct{ Game Game }

func (e *ChallengeError) Error() string { return "this player has a challenge open here" }

// StoreError says that a change could not be stored.
type StoreError struct {
	Err     error
	Unknown bool // whether it may have been stored after all, or still be; if not, nothing has changed
}

func (e *StoreError) Error() string { return "not saved: " + e.Err.Error() }

// Unwrap is the store's own error.
func (e *StoreError) Unwrap() error { return e.Err }
