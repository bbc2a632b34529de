package game

import (
	"time"

	"othellobot/rules"
)

// Operation changes a game on behalf of somebody at some time, and tells what
// happened. With an error it returns the game as it was. It may be tried several
// times. Many methods of [Game] are operations:
//
//	Proposal{Game: id, By: ana, Now: now, Operation: game.Game.Resign}
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
