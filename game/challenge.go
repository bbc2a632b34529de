package game

import (
	"cmp"
	"slices"
	"time"

	"othellobot/rules"
)

// ChallengeLife is the time that a challenge waits for an answer.
const ChallengeLife = 24 * time.Hour

// RechallengeDelay is the time before a player may again challenge someone who declined.
const RechallengeDelay = 24 * time.Hour

// Challenge returns the two players of a challenge. In a game that is not a duel, challenged is Nobody.
func (g Game) Challenge() (challenger, challenged Player) {
	color, _ := g.Side(g.Starter)
	if g.Mode != Duel {
		return g.Starter, Nobody
	}
	return g.Starter, g.Player(color.Opponent())
}

// Accept returns the operation that starts the duel, rated or friendly. It fails as [Game.Clear] does, with
// [ErrNotAsked] unless by is challenged, and with [ErrFriendly] if rated is set but was not offered.
func Accept(rated bool) Operation {
	return func(g Game, by Player, now time.Time) (Game, []Event, error) {
		_, challenged := g.Challenge()
		friendly := rated && !(g.Rated && g.MayRate())
		if err := cmp.Or(g.checkChallenge(), errIf(by != challenged, ErrNotAsked), errIf(friendly, ErrFriendly)); err != nil {
			return g, nil, err
		}
		g.Phase, g.Rated = Playing, rated
		g.At = now.UnixMilli()
		return g, []Event{Accepted{By: by, Rated: rated}}, nil
	}
}

// Decline declines the challenge, or withdraws it if by is the challenger. It fails as [Game.Clear] does, and with
// [ErrNotAsked] if by is neither of the two.
func (g Game) Decline(by Player, now time.Time) (Game, []Event, error) {
	switch challenger, challenged := g.Challenge(); by {
	case challenged:
		return g.end(Result{Reason: Declined, By: by}, now, g.checkChallenge())
	default:
		return g.end(Result{Reason: Withdrawn, By: by}, now, g.checkChallenge(), errIf(by != challenger, ErrNotAsked))
	}
}

// Clear withdraws the challenge. Unlike in [Game.Decline], by may be any player. It fails with [ErrNothingAsked]
// or [ErrOver] if the challenge is no longer open.
func (g Game) Clear(by Player, now time.Time) (Game, []Event, error) {
	return g.end(Result{Reason: Withdrawn, By: by}, now, g.checkChallenge())
}

// Lapse ends a challenge after [ChallengeLife]. It fails as [Game.Clear] does, and with [ErrNotDue] before.
func (g Game) Lapse(_ Player, now time.Time) (Game, []Event, error) {
	return g.end(Result{Reason: Lapsed}, now, g.checkChallenge(), errIf(now.Before(g.Since().Add(ChallengeLife)), ErrNotDue))
}

func (g Game) checkChallenge() error {
	return [...]error{Challenged: nil, Playing: ErrNothingAsked, Over: ErrOver}[g.Phase]
}

// Join gives the empty seat of a duel to by. It fails with [ErrOpenGame], [ErrSeated] or [ErrSeatTaken].
func (g Game) Join(by Player, now time.Time) (Game, []Event, error) {
	_, seated := g.Side(by)
	free := slices.IndexFunc(g.Seats, func(s Seat) bool { return s.Player == Nobody })
	if err := cmp.Or(g.checkPlaying(), errIf(g.Mode != Duel, ErrOpenGame), errIf(seated, ErrSeated), errIf(free < 0, ErrSeatTaken)); err != nil {
		return g, nil, err
	}
	g.Seats = slices.Clone(g.Seats)
	g.Seats[free].Player = by
	g.At = now.UnixMilli()
	return g, []Event{Joined{By: by, Color: g.Seats[free].Color}}, nil
}

// Engage returns the operation that turns an open game with at most one move made here into a duel of by and the
// engine. It fails with [ErrOthersPlaying] if the game is not such a game, or unless by is [Game.Alone] or the
// starter before the first move.
func Engage(level int) Operation {
	return func(g Game, by Player, now time.Time) (Game, []Event, error) {
		mine := len(g.Seats) == 0 && by == g.Starter || g.Alone(by)
		if err := cmp.Or(g.checkPlaying(), errIf(g.Mode != Open || len(g.Movers) > 1 || !mine, ErrOthersPlaying)); err != nil {
			return g, nil, err
		}
		color, seated := g.Side(by)
		if !seated {
			color = g.Position().ToMove
		}
		duel := NewDuel(g.ID, g.Place, by, Engine, color, now)
		duel.Seats[color].Link = g.Link(by)
		g.Mode, g.Seats, g.Level, g.At = Duel, duel.Seats, uint8(level), duel.At
		g.Movers = slices.Repeat([]uint16{uint16(color)}, len(g.Movers)) // seats of a duel are in the order of the colours
		return g, []Event{Joined{By: Engine, Color: color.Opponent()}}, nil
	}
}

// Link returns the number of the link to a player's seat, or 0 if there is none. Only in a running game may its
// holder act.
func (g Game) Link(p Player) uint32 {
	if seat := g.seatIndex(p); seat >= 0 {
		return g.Seats[seat].Link
	}
	return 0
}

// AddLink gives by's seat a link, unless it has one. Its number is the game's new version, so no number comes
// twice, even if by leaves the game and returns. It fails with [ErrNotPlayer].
func (g Game) AddLink(by Player, _ time.Time) (Game, []Event, error) {
	if err := g.checkPlaying(); err != nil || g.Link(by) != 0 {
		return g, nil, err
	}
	return g.withLink(by, g.Version+1)
}

// RemoveLink removes the link to by's seat. It fails with [ErrNotPlayer].
func (g Game) RemoveLink(by Player, _ time.Time) (Game, []Event, error) { return g.withLink(by, 0) }

func (g Game) withLink(by Player, number uint32) (Game, []Event, error) {
	seat := g.seatIndex(by)
	if seat < 0 {
		return g, nil, ErrNotPlayer
	}
	g.Seats = slices.Clone(g.Seats)
	g.Seats[seat].Link = number
	return g, nil, nil
}

// SeatFree reports whether the game is a duel with an empty seat.
func (g Game) SeatFree() bool {
	return g.Mode == Duel && (g.Player(rules.Black) == Nobody || g.Player(rules.White) == Nobody)
}
