package game

import "time"

// Timing says after which times unused games and places are ended or forgotten, and how to find time zones.
type Timing struct {
	IdleExpiry time.Duration // a running game that is not rated ends after this time without a move
	Retention  time.Duration // a finished game is forgotten after this time, and an unused place after twice this time

	MultiProcess bool // other processes may change the same rooms

	Zones func(name string) (*time.Location, error) // looks up the time zone of a schedule, as [time.LoadLocation] does
}

// TaskKind is the kind of a due task.
type TaskKind uint8

const (
	TaskEngine     TaskKind = iota // let the engine move
	TaskPing                       // notify the player to move
	TaskRemind                     // remind the player to move
	TaskOfferClaim                 // inform the waiting player that they may claim the win
	TaskWarn                       // warn the player to move that they will lose by time
	TaskTimeOut                    // end the game: the player to move has lost by time
	TaskExpire                     // end the game: no player has moved for too long
	TaskLapse                      // end the challenge: it was not answered in time
	TaskCount                      // count the votes publicly
	TaskClose                      // close the votes and play the square with the most
	TaskRedraw                     // redraw a message of the game
	TaskDaily                      // send the daily post of the place
	TaskUnreadable                 // log that the game, or the time zone of the place, cannot be read
	TaskProbe                      // ask the platform whether a place or tenant is really gone
	TaskForget                     // delete what is still stored about a person to forget
	taskRemove                     // remove the game from its room
)

// Task is a due task, with its game as the store returned it. The game of a TaskRedraw or TaskUnreadable
// has only an ID and a Place, and the game of a TaskDaily only a Place. A TaskProbe or TaskForget has no game.
type Task struct {
	Kind           TaskKind
	Game           Game
	Slot           SlotName    // for a TaskRedraw
	Day            Day         // for a TaskDaily: the date of the post
	PreviousPosted bool        // for a TaskDaily: the place received the post of the day before
	Puzzle         PuzzleState // for a TaskDaily
	Reclaimed      bool        // for a TaskDaily: a process has claimed the post before
	At             int64       // time when it became due, in Unix milliseconds; 0 for a TaskRedraw and all kinds after it
	Err            error       // for a TaskUnreadable: the reason

	Tombstone Tombstone // for a TaskProbe or TaskForget
}
