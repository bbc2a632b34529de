package game

import (
	"time"

	"othellobot/rules"
)

// How long after the beginning of a turn, in a duel between people, something is done
// about a player who does not move.
const (
	PingDelay     = time.Minute
	ReminderDelay = 24 * time.Hour
	WarningDelay  = 60 * time.Hour // in a rated one
	ClaimDelay    = 72 * time.Hour // to claim the win, or to lose a rated one
)

// nextReminder is the next thing to be done about the player to move, and how long
// after the beginning of the turn; false if there is none.
func (g *Game) nextReminder(pings Pings) (TaskKind, time.Duration, bool) {
	switch {
	case !g.waitsForPerson():
		return 0, 0, false
	case g.Reminder < Pinged && pings == PingLate:
		return TaskPing, PingDelay, true
	case g.Reminder < Reminded && (pings != PingOff || g.Rated):
		return TaskRemind, ReminderDelay, true
	case g.Rated && g.Reminder < Warned:
		return TaskWarn, WarningDelay, true
	case g.Rated:
		return TaskTimeOut, ClaimDelay, true
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

// Ping notes that the player to move is told that it is their turn. It fails with
// [ErrNotDue] if no person waits for another's move, or if that was done in this
// turn.
func (g Game) Ping(Player, time.Time) (Game, []Event, error) { return g.remind(Pinged) }

// Reminding is the operation and, where it can be done then, [Game.Ping], unless the player was
// notified of that turn.
func (o Operation) Reminding() Operation {
	return func(g Game, by Player, now time.Time) (Game, []Event, error) {
		next, events, err := o(g, by, now)
		if err == nil && next.Notifies(next.Position().ToMove, next.Version+1) {
			if reminded, _, err := next.Ping(by, now); err == nil {
				next = reminded
			}
		}
		return next, events, err
	}
}

// Remind notes that the player to move is told again, in a rated game that nobody has touched
// for [WarningDelay] as [Game.Warn] does. It fails with [ErrNotDue] as [Game.Ping] does, and
// before [ReminderDelay] has passed.
func (g Game) Remind(by Player, now time.Time) (Game, []Event, error) {
	if warned, events, err := g.Warn(by, now); err == nil {
		return warned, events, nil
	}
	if now.Before(g.Since().Add(ReminderDelay)) {
		return g, nil, ErrNotDue
	}
	return g.remind(Reminded)
}

// OfferClaim notes that the player who waits is told that they may claim the win. It
// fails with [ErrNotDue] as [Game.Ping] does, and before [ClaimDelay] has passed.
func (g Game) OfferClaim(_ Player, now time.Time) (Game, []Event, error) {
	if g.Rated || now.Before(g.Since().Add(ClaimDelay)) {
		return g, nil, ErrNotDue
	}
	return g.remind(ClaimOffered)
}

// Warn notes that the player to move in a rated game is told that they will lose it by time.
// Who is told late, because nobody could, has as long from then on as anybody. It fails with
// [ErrNotDue] as [Game.Ping] does, and before [WarningDelay] has passed.
func (g Game) Warn(_ Player, now time.Time) (Game, []Event, error) {
	due := g.Since().Add(WarningDelay)
	if !g.Rated || now.Before(due) {
		return g, nil, ErrNotDue
	}
	g, events, err := g.remind(Warned)
	if err == nil {
		g.At += now.Sub(due).Milliseconds()
	}
	return g, events, err
}

// TimeOut ends a rated game as lost by the player to move, who was warned and has not moved
// for [ClaimDelay]. Otherwise it fails with [ErrNotDue].
func (g Game) TimeOut(_ Player, now time.Time) (Game, []Event, error) {
	if !g.Rated || !g.waitsForPerson() || g.Reminder < Warned || now.Before(g.Since().Add(ClaimDelay)) {
		return g, nil, ErrNotDue
	}
	return g.end(Result{Reason: TimedOut, Decided: true, Winner: g.Position().ToMove.Opponent()}, now)
}

func (g Game) remind(how Reminder) (Game, []Event, error) {
	if !g.waitsForPerson() || g.Reminder >= how {
		return g, nil, ErrNotDue
	}
	g.Reminder = how
	return g, nil, nil
}

// Claim ends a duel that is not rated as a win of by, whose opponent has not moved for
// [ClaimDelay]. It fails with [ErrNotPlayer], with [ErrNotDue], or with [ErrOwnTurn] if by is to
// move.
func (g Game) Claim(by Player, now time.Time) (Game, []Event, error) {
	if err := g.playing(); err != nil {
		return g, nil, err
	}
	side, seated := g.Side(by)
	toMove := g.Position().ToMove
	switch {
	case !seated:
		return g, nil, ErrNotPlayer
	case g.Rated || !g.waitsForPerson() || now.Before(g.Since().Add(ClaimDelay)):
		return g, nil, ErrNotDue
	case side == toMove:
		return g, nil, ErrOwnTurn
	}
	return g.end(Result{Reason: Claimed, By: by, Decided: true, Winner: side}, now)
}
