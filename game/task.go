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

// due returns the next task of the game, and when it is due, in Unix milliseconds.
func (g *Game) due(timing Timing, pings Pings) (TaskKind, int64) {
	kind, wait := g.next(timing, pings)
	return kind, g.At + wait.Milliseconds()
}

// next is the kind of the next task of the game, and how long it is due after the
// turn, the challenge or the end began.
func (g *Game) next(timing Timing, pings Pings) (TaskKind, time.Duration) {
	switch {
	case g.Phase == Challenged:
		return TaskLapse, ChallengeLife
	case g.Phase == Over && g.Result.Reason == Declined:
		return taskForget, DeclinePeace
	case g.Phase == Over:
		return taskForget, timing.Retention
	case g.EngineToMove():
		return TaskEngine, 0
	case g.Voting() && g.Ballot.Closed:
		return TaskClose, 0
	case g.Voting() && !g.Resting() && g.Ballot.Window < timing.IdleExpiry:
		return TaskClose, g.Ballot.Window
	}
	if kind, wait, ok := g.nextReminder(pings); ok && (wait < timing.IdleExpiry || g.Rated) {
		return kind, wait
	}
	return TaskExpire, timing.IdleExpiry
}

// EngineToMove reports whether the running game waits for the engine.
func (g *Game) EngineToMove() bool {
	return g.Phase == Playing && g.AgainstEngine() && g.Player(g.Position().ToMove) == Engine
}

// Expire ends a game that nobody has touched for idle, without a result, else
// it is [ErrNotDue]. So is a rated game, which ends by [Game.TimeOut].
func (g Game) Expire(idle time.Duration, now time.Time) (Game, []Event, error) {
	if err := g.playing(); err != nil {
		return g, nil, err
	}
	if g.Rated || now.Before(g.Since().Add(idle)) {
		return g, nil, ErrNotDue
	}
	return g.end(Result{Reason: Expired}, now)
}
