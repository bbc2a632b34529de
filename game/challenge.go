package game

import (
	"slices"
	"time"

	"othellobot/rules"
)

// ChallengeLife is the time that a challenge waits for an answer.
const ChallengeLife = 24 * time.Hour

// RechallengeDelay is the time that a player whose challenge was declined must wait to challenge the
// same player again.
const RechallengeDelay = 24 * time.Hour

// Challenge returns the two players of a duel, the starter first. For other games the second player
// is Nobody.
func (g Game) Challenge() (challenger, challenged Player) {
	color, _ := g.Side(g.Starter)
	if g.Mode != Duel {
		return g.Starter, Nobody
	}
	return g.Starter, g.Player(color.Opponent())
}

// Accept returns the operation that starts the duel, rated or friendly. It fails with [ErrNotAsked]
// unless by is the challenged player, with [ErrNothingAsked] or [ErrOver] if the challenge is no
// longer open, and with [ErrFriendly] if rated is set for a challenge to a friendly game.
func Accept(rated bool) Operation {
	return func(g Game, by Player, now time.Time) (Game, []Event, error) {
		if err := g.openChallenge(); err != nil {
			return g, nil, err
		}
		if _, challenged := g.Challenge(); by != challenged {
			return g, nil, ErrNotAsked
		}
		if rated && !(g.Rated && g.MayRate()) {
			return g, nil, ErrFriendly
		}
		g.Phase, g.Rated = Playing, rated
		g.At = now.UnixMilli()
		return g, []Event{Accepted{By: by, Rated: rated}}, nil
	}
}

// Decline declines the challenge, or withdraws it if by is the challenger. The errors are those
// of [Accept].
func (g Game) Decline(by Player, now time.Time) (Game, []Event, error) {
	if err := g.openChallenge(); err != nil {
		return g, nil, err
	}
	switch challenger, challenged := g.Challenge(); by {
	case challenged:
		return g.end(Result{Reason: Declined, By: by}, now)
	case challenger:
		return g.end(Result{Reason: Withdrawn, By: by}, now)
	default:
		return g, nil, ErrNotAsked
	}
}

// Clear withdraws the challenge on behalf of by, who need not be the challenger. It fails with
// [ErrNothingAsked] or [ErrOver] if the challenge is no longer open.
func (g Game) Clear(by Player, now time.Time) (Game, []Event, error) {
	if err := g.openChallenge(); err != nil {
		return g, nil, err
	}
	return g.end(Result{Reason: Withdrawn, By: by}, now)
}

// Lapse ends a challenge that was open for [ChallengeLife]. It fails with [ErrNotDue] before that, and
// with the errors of [Game.Clear].
func (g Game) Lapse(_ Player, now time.Time) (Game, []Event, error) {
	if err := g.openChallenge(); err != nil {
		return g, nil, err
	}
	if now.Before(g.Since().Add(ChallengeLife)) {
		return g, nil, ErrNotDue
	}
	return g.end(Result{Reason: Lapsed}, now)
}

func (g Game) openChallenge() error {
	switch g.Phase {
	case Challenged:
		return nil
	case Playing:
		return ErrNothingAsked
	default:
		return ErrOver
	}
}

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
