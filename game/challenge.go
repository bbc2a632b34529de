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
	g.Seats[free] = Seat{Player: by, Color: g.Seats[free].Color}
	g.At = now.UnixMilli()
	return g, []Event{Joined{By: by, Color: g.Seats[free].Color}}, nil
}

// Engage returns the operation that turns an open game, or a duel with a free seat, with at most one move made here
// into a duel of by and the engine. It fails with [ErrOthersPlaying] if the game is not such a game, or unless by is
// [Game.Alone], the starter before the first move, or the player of the duel.
func Engage(level int) Operation {
	return func(g Game, by Player, now time.Time) (Game, []Event, error) {
		color, seated := g.Side(by)
		mine := len(g.Seats) == 0 && by == g.Starter || g.Alone(by) || seated && g.SeatFree()
		if err := cmp.Or(g.checkPlaying(), errIf(len(g.Movers) > 1 || !mine, ErrOthersPlaying)); err != nil {
			return g, nil, err
		}
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

// Link returns the number of the link to a player's seat, or 0 without one. If p is Nobody, it is that of a guest's
// link to the free seat. Only in a running game may its holder act.
func (g Game) Link(p Player) uint32 {
	if seat := slices.IndexFunc(g.Seats, func(s Seat) bool { return s.Player == p }); seat >= 0 {
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
	return g.linkSeat(g.seatIndex(by), g.Version+1)
}

// RemoveLink removes the link to by's seat. It fails with [ErrNotPlayer].
func (g Game) RemoveLink(by Player, _ time.Time) (Game, []Event, error) {
	return g.linkSeat(g.seatIndex(by), 0)
}

func (g Game) linkSeat(seat int, number uint32) (Game, []Event, error) {
	if seat < 0 {
		return g, nil, ErrNotPlayer
	}
	g.Seats = slices.Clone(g.Seats)
	g.Seats[seat].Link = number
	return g, nil, nil
}

// Invite gives the free seat of by's duel a link, unless it has one. It fails with [ErrNotPlayer] or [ErrSeatTaken].
func (g Game) Invite(by Player, _ time.Time) (Game, []Event, error) {
	side, seated := g.Side(by)
	if err := cmp.Or(g.checkPlaying(), errIf(!seated, ErrNotPlayer), errIf(!g.SeatFree(), ErrSeatTaken)); err != nil || g.Link(Nobody) != 0 {
		return g, nil, err
	}
	return g.linkSeat(int(side.Opponent()), g.Version+1)
}

// JoinBy returns the operation [Game.Join] for a guest, who keeps the link of the free seat. It also fails with
// [ErrSeatTaken] if that link has another number.
func JoinBy(link uint32) Operation {
	return func(g Game, by Player, now time.Time) (Game, []Event, error) {
		next, events, err := g.Join(by, now)
		if err = cmp.Or(err, errIf(link == 0 || g.Link(Nobody) != link, ErrSeatTaken)); err != nil {
			return g, nil, err
		}
		next, _, err = next.linkSeat(next.seatIndex(by), link)
		return next, events, err
	}
}

// Uninvite removes the link of [Game.Invite], if it is left. A guest who plays by it leaves. It fails with
// [ErrNotPlayer].
func (g Game) Uninvite(by Player, now time.Time) (Game, []Event, error) {
	side, seated := g.Side(by)
	guest := g.Player(side.Opponent())
	switch {
	case !seated:
		return g, nil, ErrNotPlayer
	case guest.GuestName() != "":
		return g.Leave(guest, now)
	case g.Phase != Playing || g.Link(Nobody) == 0:
		return g, nil, g.checkPlaying()
	default:
		return g.linkSeat(int(side.Opponent()), 0)
	}
}

// Leave frees a guest's seat, and begins a new turn. The moves made so far then count as loaded, so that the next
// player of the seat has not made them. It fails with [ErrNotPlayer] unless by is a guest of the game.
func (g Game) Leave(by Player, now time.Time) (Game, []Event, error) {
	if err := cmp.Or(g.checkPlaying(), errIf(by.GuestName() == "" || g.seatIndex(by) < 0, ErrNotPlayer)); err != nil {
		return g, nil, err
	}
	g = g.withoutPlayer(by).newTurn(now)
	g.Loaded, g.Movers, g.Notices = uint8(len(g.Moves)), nil, [2]Notices{}
	g.Rewinds = []Rewind{{Turn: g.Turn, Ply: g.Loaded}}
	return g, nil, nil
}

// SeatFree reports whether the game is a duel with an empty seat.
func (g Game) SeatFree() bool {
	return g.Mode == Duel && (g.Player(rules.Black) == Nobody || g.Player(rules.White) == Nobody)
}
