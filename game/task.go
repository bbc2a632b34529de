package game

import "time"

// Timing holds how long a table keeps untouched games and places, and finds the time zones by
// which days begin.
type Timing struct {
	IdleExpiry time.Duration // a running game ends after this time without a move
	Retention  time.Duration // a finished game is forgotten after this time, a silent place after twice as long

	Shared bool // other processes may change the same rooms

	Zones func(name string) (*time.Location, error) // finds time zones for the puzzles of the day, as [time.LoadLocation] does
}

// TaskKind says what is to be done for a game.
type TaskKind uint8

// What can be due.
const (
	TaskEngine     TaskKind = iota // the engine is to move
	TaskPing                       // the player to move is to be reminded for the first time
	TaskRemind                     // and once more
	TaskOfferClaim                 // the player who waits is to be told that they may claim the win
	TaskWarn                       // the player to move is to be told once more that they lose by time
	TaskTimeOut                    // the player to move has lost by time
	TaskExpire                     // nobody has touched the game for too long
	TaskLapse                      // nobody has answered the challenge
	TaskCount                      // the votes are to be counted for all to see
	TaskClose                      // the votes are to be closed, and what most are for to be played
	TaskRedraw                     // a message of the game is to be drawn again
	TaskDaily                      // the place is to get the puzzle of the day
	TaskUnreadable                 // the game, or the time zone of the place, cannot be read, and somebody should know
	TaskProbe                      // a platform is to say whether what seems to be gone is
	TaskForget                     // the rest of what names a person is to be forgotten
	taskForget                     // the game is to leave its room for good
)

// Task is something due for a game, as the game was when it was found. The game of a
// TaskRedraw or TaskUnreadable has an id and a place only, that of a TaskDaily a place.
type Task struct {
	Kind    TaskKind
	Game    Game
	Slot    SlotName // of a TaskRedraw
	Day     Day      // of a TaskDaily
	Follows bool     // the place of a TaskDaily got the puzzle of the day before
	Rest    Rest     // of a TaskDaily
	Again   bool     // a TaskDaily that somebody has taken before
	At      int64    // when it became due, in Unix milliseconds; 0 for a TaskRedraw, TaskDaily or TaskUnreadable
	Err     error    // why a TaskUnreadable cannot be read

	Tombstone Tombstone // of a TaskProbe or TaskForget
}
