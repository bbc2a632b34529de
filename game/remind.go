package game

import (
	"time"

	"othellobot/rules"
)

// The bot takes these steps in a duel between people if the player to move does not move. Each delay
// counts from [Game.At].
const (
	PingDelay     = time.Minute
	ReminderDelay = 24 * time.Hour
	WarningDelay  = 60 * time.Hour // only in a rated duel
	ClaimDelay    = 72 * time.Hour // the opponent may claim the win, or a rated duel is lost
)

// nextReminder returns the next task about the player to move and its delay from At.
func (g *Game) nextReminder(pings Pings) (TaskKind, time.Duration, bool) {
	switch reachable := g.Player(g.Position().ToMove).Person(); {
	case !g.waitsForPerson():
		return 0, 0, false
	case reachable && g.Reminder < Pinged && pings == PingLate:
		return TaskPing, PingDelay, true
	case reachable && g.Reminder < Reminded && (pings != PingOff || g.Rated):
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

func (g *Game) waitsForPerson() bool {
	return g.Phase == Playing && g.Mode == Duel && !g.AgainstEngine() &&
		g.Player(rules.Black) != Nobody && g.Player(rules.White) != Nobody
}

// Ping records that the player to move was notified. It fails with [ErrNotDue] unless the game is a duel between
// people whose player to move was not notified yet in this turn.
func (g Game) Ping(Player, time.Time) (Game, []Event, error) { return g.remind(Pinged, false) }

// WithPing adds [Game.Ping] to the operation, if the new message may notify the player to move.
func (o Operation) WithPing() Operation {
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

// Remind records a reminder, or a warning if [Game.Warn] is due. It fails with [ErrNotDue] as Ping does, and
// before [ReminderDelay] has passed.
func (g Game) Remind(by Player, now time.Time) (Game, []Event, error) {
	if warned, events, err := g.Warn(by, now); err == nil {
		return warned, events, nil
	}
	return g.remind(Reminded, now.Before(g.Since().Add(ReminderDelay)))
}

// OfferClaim records that the waiting player was told of [Game.Claim]. It fails with [ErrNotDue] as
// [Game.Ping] does, in a rated game, and before [ClaimDelay] has passed.
func (g Game) OfferClaim(_ Player, now time.Time) (Game, []Event, error) {
	return g.remind(ClaimOffered, g.Rated || now.Before(g.Since().Add(ClaimDelay)))
}

// Warn records a warning that the rated game will be lost by time. A late warning moves the deadline. It
// fails with [ErrNotDue] as [Game.Ping] does, in a friendly game, and before [WarningDelay] has passed.
func (g Game) Warn(_ Player, now time.Time) (Game, []Event, error) {
	due := g.Since().Add(WarningDelay)
	g, events, err := g.remind(Warned, !g.Rated || now.Before(due))
	if err == nil {
		g.At += now.Sub(due).Milliseconds()
	}
	return g, events, err
}

// TimeOut ends a rated game as lost by the player to move, who was warned and has not moved for [ClaimDelay].
// Otherwise it fails with [ErrNotDue].
func (g Game) TimeOut(_ Player, now time.Time) (Game, []Event, error) {
	early := !g.Rated || !g.waitsForPerson() || g.Reminder < Warned || now.Before(g.Since().Add(ClaimDelay))
	return g.end(Result{Reason: TimedOut, Decided: true, Winner: g.Position().ToMove.Opponent()}, now, errIf(early, ErrNotDue))
}

func (g Game) remind(how Reminder, early bool) (Game, []Event, error) {
	unreachable := how <= Reminded && !g.Player(g.Position().ToMove).Person()
	if early || !g.waitsForPerson() || unreachable || g.Reminder >= how {
		return g, nil, ErrNotDue
	}
	g.Reminder = how
	return g, nil, nil
}

// Claim ends a friendly duel as a win for by, whose opponent has not moved for [ClaimDelay]. It
// fails with [ErrNotPlayer], with [ErrNotDue], or with [ErrOwnTurn] if it is by's turn.
func (g Game) Claim(by Player, now time.Time) (Game, []Event, error) {
	side, seated := g.Side(by)
	early := g.Rated || !g.waitsForPerson() || now.Before(g.Since().Add(ClaimDelay))
	return g.end(Result{Reason: Claimed, By: by, Decided: true, Winner: side}, now,
		g.checkPlaying(), errIf(!seated, ErrNotPlayer), errIf(early, ErrNotDue), errIf(side == g.Position().ToMove, ErrOwnTurn))
}

// Notifies reports whether the message numbered post may mention the player of a side. Only one new message per
// [Game.Number] may. Older messages may too, because edits notify no user.
func (g Game) Notifies(c rules.Color, post uint32) bool {
	n := g.Notices[c]
	return post <= n.Post || int(n.Number) < g.Number()
}

func (g *Game) recordNotice(by SlotName) {
	if g.Phase != Playing || g.Mode == Voted || g.Mode == Open && by != QuestionSlot {
		return
	}
	c := g.Position().ToMove
	if by == QuestionSlot {
		asker, _ := g.Side(g.Ask.By)
		c = asker.Opponent()
	}
	if p := g.Player(c); p != Engine && p != Nobody && g.Notifies(c, g.Version) {
		g.Notices[c].Number, g.Notices[c].Post = uint8(g.Number()), g.Version
	}
}
