package game

import (
	"time"

	"othellobot/rules"
)

// How far into a turn of a duel between people something is done about a player
// who does not move.
const (
	PingDelay     = time.Minute
	ReminderDelay = 24 * time.Hour
	ClaimDelay    = 72 * time.Hour
)

// Reminder is what was done about a player who does not move.
type Reminder uint8

// The reminders, in order.
const (
	NoReminder   Reminder = iota
	Pinged                // told that it is their turn
	Reminded              // and told again
	ClaimOffered          // the other player was told that they may claim the win
)

// nextReminder is what is to be done next about the player to move, and how far
// into the turn; false if nothing is.
func (g *Game) nextReminder(pings Pings) (TaskKind, time.Duration, bool) {
	switch {
	case !g.waitsForPerson():
		return 0, 0, false
	case g.Reminder < Pinged && pings == PingLate:
		return TaskPing, PingDelay, true
	case g.Reminder < Reminded && pings != PingOff:
		return TaskRemind, ReminderDelay, true
	case g.Reminder < ClaimOffered:
		return TaskOfferClaim, ClaimDelay, true
	default:
		return 0, 0, false
	}
}

// waitsForPerson reports whether a person waits in a duel for another person's
// move.
func (g *Game) waitsForPerson() bool {
	return g.Phase == Playing && g.Mode == Duel && !g.AgainstEngine() &&
		g.Player(rules.Black) != Nobody && g.Player(rules.White) != Nobody
}

// Ping notes that the player to move is reminded. It is [ErrNotDue] if there is
// nobody to remind, or that was done in this turn.
func (g Game) Ping() (Game, []Event, error) { return g.remind(Pinged) }

// Remind notes that the player to move is reminded once more, else it is
// [ErrNotDue].
func (g Game) Remind(now time.Time) (Game, []Event, error) {
	if now.Before(g.Since().Add(ReminderDelay)) {
		return g, nil, ErrNotDue
	}
	return g.remind(Reminded)
}

// OfferClaim notes that the player who waits is told that they may claim the
// win, else it is [ErrNotDue].
func (g Game) OfferClaim(now time.Time) (Game, []Event, error) {
	if now.Before(g.Since().Add(ClaimDelay)) {
		return g, nil, ErrNotDue
	}
	return g.remind(ClaimOffered)
}

func (g Game) remind(how Reminder) (Game, []Event, error) {
	if !g.waitsForPerson() || g.Reminder >= how {
		return g, nil, ErrNotDue
	}
	g.Reminder = how
	return g, nil, nil
}

// Claim ends a duel in favour of by, whose opponent has not moved for
// [ClaimDelay]. It fails with [ErrNotPlayer], with [ErrOwnTurn] for the player
// to move, or with [ErrNotDue].
func (g Game) Claim(by Player, now time.Time) (Game, []Event, error) {
	if err := g.playing(); err != nil {
		return g, nil, err
	}
	side, seated := g.Side(by)
	toMove := g.Position().ToMove
	switch {
	case !seated:
		return g, nil, ErrNotPlayer
	case !g.waitsForPerson() || now.Before(g.Since().Add(ClaimDelay)):
		return g, nil, ErrNotDue
	case side == toMove:
		return g, nil, ErrOwnTurn
	}
	return g.end(Result{Reason: Claimed, By: by, Decided: true, Winner: side}, now)
}
