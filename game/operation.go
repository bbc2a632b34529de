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

// PlayIn is [Play] in one turn of the game. In any other it fails with
// [ErrDuplicate] if the move of that turn stands and was the same, by the same
// player, else with [ErrStale].
func PlayIn(turn uint32, square rules.Square) Operation {
	return func(g Game, by Player, now time.Time) (Game, []Event, error) {
		if g.Turn == turn {
			return g.Play(by, square, now)
		}
		if played, mover, ok := g.MoveAt(turn); ok && played == square && mover == by {
			return g, nil, ErrDuplicate
		}
		return g, nil, ErrStale
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

// In is the operation in one turn of the game. In any other it fails with
// [ErrStale].
func (o Operation) In(turn uint32) Operation {
	return func(g Game, by Player, now time.Time) (Game, []Event, error) {
		if g.Turn != turn {
			return g, nil, ErrStale
		}
		return o(g, by, now)
	}
}
