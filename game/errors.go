package game

import (
	"errors"
	"fmt"
	"time"

	"othellobot/rules"
)

var (
	ErrNotStarted    = errors.New("the challenge is not accepted yet")
	ErrOver          = errors.New("the game is over")
	ErrNotOver       = errors.New("the game is not over")
	ErrNotPlayer     = errors.New("not a player of this game")
	ErrNotAsked      = errors.New("another player is asked")
	ErrNoOpponent    = errors.New("there is no opponent")
	ErrNoMoves       = errors.New("this player has no move to take back")
	ErrNothingAsked  = errors.New("there is no open question")
	ErrAskPending    = errors.New("another question is open")
	ErrAskedBefore   = errors.New("this was asked in this turn already")
	ErrOpenGame      = errors.New("not in an open game")
	ErrOthersPlaying = errors.New("others are already in the game")
	ErrNotAllowed    = errors.New("this player may not do that")
	ErrOwnTurn       = errors.New("this player is to move")
	ErrSeatTaken     = errors.New("no seat is free")
	ErrSeated        = errors.New("already in the game")
	ErrNotDue        = errors.New("not due")
	ErrFriendly      = errors.New("the game is not rated")
	ErrClosed        = errors.New("the vote is closed")
	ErrTooMany       = errors.New("too many have asked for that")
	ErrStale         = errors.New("the game has moved on")
	ErrDuplicate     = errors.New("already done")
	ErrUnknown       = errors.New("no such game here")

	errUnreadable = errors.New("the document of a game cannot be read") // the error says no more, because logs must name no player

	// ErrOtherPosition reports that the game is in the same turn but at another position, because a
	// backup was restored. It wraps [ErrStale].
	ErrOtherPosition = fmt.Errorf("by other moves: %w", ErrStale)

	// ErrNewer reports that only a newer version of the program can read the game or place.
	ErrNewer = errors.New("kept by a newer version of the program")

	// ErrCondemned refuses a proposal or vote because all data of the place is being deleted.
	ErrCondemned = errors.New("everything here is being deleted")

	// ErrForgetPending reports that something may still name a player who asked to be forgotten.
	// [Table.Due] returns a [TaskForget] again and again until nothing is left.
	ErrForgetPending = errors.New("not all is forgotten yet")

	// ErrNotStored is wrapped in an error of a [Store] if the change is not stored and never will be.
	ErrNotStored = errors.New("not stored")
)

// TurnError reports that it is the other side's turn, in a duel or a voted game.
type TurnError struct {
	Color  rules.Color // the side to move
	Player Player      // the player of that side; Nobody if the seat is empty
}

func (e *TurnError) Error() string { return fmt.Sprintf("it is %v's turn", e.Color) }

// SideError reports that a player may not yet move for the side to move of an open game.
type SideError struct {
	Color     rules.Color // the side to move
	Holder    Player      // the last player to join that side, or Nobody
	Until     time.Time   // the time when other players may move for it
	Seated    bool        // the refused player is on the other side
	LastMover bool        // the refused player made the last move, so another player must move next
}

func (e *SideError) Error() string { return fmt.Sprintf("%v belongs to another player", e.Color) }

// BusyError reports that another game is running in the place.
type BusyError struct{ Game Game }

func (e *BusyError) Error() string { return "another game is running here" }

// ChallengeError reports that the same player has another open challenge in the place.
type ChallengeError struct{ Game Game }

func (e *ChallengeError) Error() string { return "this player has a challenge open here" }

// StoreError reports that the store failed to read or write.
type StoreError struct {
	Err     error
	Unknown bool // the change may be stored, now or later; if not set, nothing has changed
}

func (e *StoreError) Error() string { return "not saved: " + e.Err.Error() }

// Unwrap returns the store's own error.
func (e *StoreError) Unwrap() error { return e.Err }
