package game

import (
	"slices"
	"time"

	"othellobot/rules"
)

// Join gives the empty seat of a duel to by. It fails with [ErrOpenGame] unless the game is a duel, with
// [ErrSeated], or with [ErrSeatTaken].
func (g Game) Join(by Player, now time.Time) (Game, []Event, error) {
	if err := g.playing(); err != nil {
		return g, nil, err
	}
	if g.Mode != Duel {
		return g, nil, ErrOpenGame
	}
	if _, seated := g.Side(by); seated {
		return g, nil, ErrSeated
	}
	for i, s := range g.Seats {
		if s.Player == Nobody {
			g.Seats = slices.Clone(g.Seats)
			g.Seats[i].Player = by
			g.At = now.UnixMilli()
			return g, []Event{Joined{By: by, Color: s.Color}}, nil
		}
	}
	return g, nil, ErrSeatTaken
}

// Engage returns the operation that turns an open game into a duel between by and the engine. It fails
// with [ErrOthersPlaying] unless [Game.MayEngage] returns true.
func Engage(level int) Operation {
	return func(g Game, by Player, now time.Time) (Game, []Event, error) {
		if err := g.playing(); err != nil {
			return g, nil, err
		}
		if !g.MayEngage(by) {
			return g, nil, ErrOthersPlaying
		}
		color, seated := g.Side(by)
		if !seated {
			color = g.Position().ToMove
		}
		duel := NewDuel(g.ID, g.Place, by, Engine, color, now)
		g.Mode, g.Seats, g.Level, g.At = Duel, duel.Seats, uint8(level), duel.At
		g.Movers = slices.Repeat([]uint16{uint16(color)}, len(g.Movers)) // seats of a duel are in the order of the colours
		return g, []Event{Joined{By: Engine, Color: color.Opponent()}}, nil
	}
}

// MayEngage reports whether by may use [Engage]. Before the first move the starter may. Later only a
// player who is [Game.Alone] may, while the game has at most one move.
func (g Game) MayEngage(by Player) bool {
	mine := len(g.Seats) == 0 && by == g.Starter || g.Alone(by)
	return g.Phase == Playing && g.Mode == Open && len(g.Movers) <= 1 && mine
}

// SeatFree reports whether the game is a duel with an empty seat.
func (g Game) SeatFree() bool {
	return g.Mode == Duel && (g.Player(rules.Black) == Nobody || g.Player(rules.White) == Nobody)
}
