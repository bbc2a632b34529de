package game

import (
	"time"

	"othellobot/rules"
)

// Operation changes a game on behalf of somebody at some time, and tells what
// happened. With an error it returns the game as it was. It may be tried several
// times. Many methods of [Game] are operations:
//
//	Proposal{Game: id, By: ana, Now: now, Operation: game.Game.Accept}
type Operation func(g Game, by Player, now time.Time) (Game, []Event, error)

// Play is the operation [Game.Play].
func Play(square rules.Square) Operation {
	return func(g Game, by Player, now time.Time) (Game, []Event, error) { return g.Play(by, square, now) }
}

// PlayIn is [Play] in one moment of the game. In another turn it fails with
// [ErrDuplicate] if the move of that turn stands and was the same, by the same
// player, else with [ErrStale], and in the same turn of another position with
// [ErrReplaced].
func PlayIn(at Moment, square rules.Square) Operation {
	return func(g Game, by Player, now time.Time) (Game, []Event, error) {
		if played, mover, ok := g.MoveAt(at.Turn); g.Turn != at.Turn && ok && played == square && mover == by {
			return g, nil, ErrDuplicate
		}
		return Play(square).In(at)(g, by, now)
	}
}

// Stop is the operation [Game.Stop].
func Stop(moderator bool) Operation {
	return func(g Game, by Player, now time.Time) (Game, []Event, error) { return g.Stop(by, moderator, now) }
}

// Engage is the operation [Game.Engage].
func Engage(level int) Operation {
	return func(g Game, by Player, now time.Time) (Game, []Event, error) { return g.Engage(by, level, now) }
}

// Expire is the operation [Game.Expire].
func Expire(idle time.Duration) Operation {
	return func(g Game, _ Player, now time.Time) (Game, []Event, error) { return g.Expire(idle, now) }
}

// CountVotes notes that so many votes of the turn are counted for all to see. A game that
// was resting has a new window. It fails with [ErrNotDue] unless votes are open, and within
// [CountDelay] of the last count: of two that fall due at the same moment the second one waits.
func CountVotes(votes int) Operation {
	return func(g Game, _ Player, now time.Time) (Game, []Event, error) { return g.countVotes(votes, now) }
}

// CloseVotes takes no more votes in the turn of a voted game. It fails with [ErrNotDue]
// before the end of the window, unless everybody has voted.
func CloseVotes(everybody bool) Operation {
	return func(g Game, _ Player, now time.Time) (Game, []Event, error) { return g.closeVotes(everybody, now) }
}

// Decide plays the square with the most votes of the turn, which were read of a closed game
// in that version. It fails with [ErrStale] in another one, and with [ErrNotDue] if it is
// not closed. Of squares with as many votes it is the one that had them earlier. Without a
// vote there is a new window, and after some of those the game rests. best is the
// engine's own choice, NoSquare if that is not known.
func Decide(version uint32, votes []Vote, best rules.Square) Operation {
	return func(g Game, _ Player, now time.Time) (Game, []Event, error) {
		if g.Version != version {
			return g, nil, ErrStale
		}
		return g.decide(votes, best, now)
	}
}

// In is the operation in one moment of the game. In another turn it fails with
// [ErrStale], and in the same turn of another position with [ErrReplaced].
func (o Operation) In(at Moment) Operation {
	return func(g Game, by Player, now time.Time) (Game, []Event, error) {
		if err := g.In(at); err != nil {
			return g, nil, err
		}
		return o(g, by, now)
	}
}
