package game

import (
	"time"
)

// Timing is how long a table keeps what nobody touches.
type Timing struct {
	IdleExpiry time.Duration // a running game without a move ends after this
	Retention  time.Duration // a finished game is forgotten after this, a silent place after twice as long
}

// TaskKind says what is to be done about a game.
type TaskKind uint8

// What can be due.
const (
	TaskEngine     TaskKind = iota // the engine is to move
	TaskPing                       // the player to move is to be reminded for the first time
	TaskRemind                     // and once more
	TaskOfferClaim                 // the player who waits is to be told that they may claim the win
	TaskExpire                     // nobody has touched the game for too long
	TaskLapse                      // nobody has answered the challenge
	taskForget                     // the game is to be forgotten; the table does that itself
)

// Task is something due for a game, as the game was when it was found.
type Task struct {
	Kind TaskKind
	Game Game
}

// next is what is due next for the game, and how long after its turn, its
// challenge or its end began.
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
	}
	if kind, wait, ok := g.nextReminder(pings); ok && wait < timing.IdleExpiry {
		return kind, wait
	}
	return TaskExpire, timing.IdleExpiry
}

// EngineToMove reports whether the running game waits for the engine.
func (g *Game) EngineToMove() bool {
	return g.Phase == Playing && g.AgainstEngine() && g.Player(g.Position().ToMove) == Engine
}

// Expire ends a game that nobody has touched for idle, without a result, else
// it is [ErrNotDue].
func (g Game) Expire(idle time.Duration, now time.Time) (Game, []Event, error) {
	if err := g.playing(); err != nil {
		return g, nil, err
	}
	if now.Before(g.Since().Add(idle)) {
		return g, nil, ErrNotDue
	}
	return g.end(Result{Reason: Expired}, now)
}
