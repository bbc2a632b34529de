package game

import (
	"time"

	"othellobot/rules"
)

// Operation is a player's change of a game at a given time. It returns the changed game and the events,
// or the game unchanged and an error. It may be called several times. Many methods of [Game] are operations:
//
//	Proposal{Game: id, By: ana, Now: now, Operation: game.Game.Resign}
type Operation func(g Game, by Player, now time.Time) (Game, []Event, error)

// Play returns the operation [Game.Play] for a square.
func Play(square rules.Square) Operation {
	return func(g Game, by Player, now time.Time) (Game, []Event, error) { return g.Play(by, square, now) }
}

// PlayIn returns the operation [Play], limited as by [Operation.In]. In a later turn it fails with
// [ErrDuplicate] if the player made this move in that turn, and it was not taken back.
func PlayIn(at Moment, square rules.Square) Operation {
	return func(g Game, by Player, now time.Time) (Game, []Event, error) {
		if played, mover, ok := g.MoveAt(at.Turn); g.Turn != at.Turn && ok && played == square && mover == by {
			return g, nil, ErrDuplicate
		}
		return Play(square).In(at)(g, by, now)
	}
}

// Stop returns the operation [Game.Stop].
func Stop(moderator bool) Operation {
	return func(g Game, by Player, now time.Time) (Game, []Event, error) { return g.Stop(by, moderator, now) }
}

// In returns the operation, limited to one moment of the game. At other moments it fails as [Game.In] does.
func (o Operation) In(at Moment) Operation {
	return func(g Game, by Player, now time.Time) (Game, []Event, error) {
		if err := g.In(at); err != nil {
			return g, nil, err
		}
		return o(g, by, now)
	}
}
