package game

import (
	"cmp"
	"time"

	"othellobot/rules"
)

// EarlyMoves is the largest number of moves with which a player can stop a friendly duel without asking.
const EarlyMoves = 9

// A new game may replace a game after this time without a move.
const (
	SeatIdleLimit = 24 * time.Hour   // for a duel with a free seat
	OpenIdleLimit = 30 * time.Minute // for other games, except duels of two people
)

// Resign ends a duel as a win for by's opponent. It fails with [ErrOpenGame], [ErrNotPlayer] or
// [ErrNoOpponent].
func (g Game) Resign(by Player, now time.Time) (Game, []Event, error) {
	side, _ := g.Side(by)
	return g.end(Result{Reason: Resigned, By: by, Decided: true, Winner: side.Opponent()}, now, g.MayResign(by))
}

// MayResign returns the error of [Game.Resign], or nil.
func (g Game) MayResign(by Player) error {
	side, seated := g.Side(by)
	alone := g.Player(side.Opponent()) == Nobody
	return cmp.Or(g.checkPlaying(), errIf(g.Mode != Duel, ErrOpenGame), errIf(!seated, ErrNotPlayer), errIf(alone, ErrNoOpponent))
}

// Stop ends the game without a winner if by may do so without asking:
//   - A moderator may, except in a duel that they play in against another person.
//   - The starter may in a voted game, and in an open game that is not [Game.TakenOver].
//   - A player may in an open game if the other side has no player.
//   - A player may in a friendly duel, until more than [EarlyMoves] moves are made.
//   - A player may in a duel against the engine or without an opponent.
//
// Any other player of the game asks the other side instead. Otherwise Stop fails with [ErrNotAllowed].
func (g Game) Stop(by Player, moderator bool, now time.Time) (Game, []Event, error) {
	if err := g.checkPlaying(); err != nil {
		return g, nil, err
	}
	side, seated := g.Side(by)
	alone := seated && g.Player(side.Opponent()) == Nobody
	early := g.Mode == Duel && seated && !g.Rated && len(g.Moves) <= EarlyMoves
	starter := g.Mode != Duel && by == g.Starter && !g.TakenOver()
	partial := g.Mode == Duel && seated
	switch {
	case moderator && !partial, starter, alone, early, seated && g.AgainstEngine():
		return g.end(Result{Reason: Stopped, By: by}, now)
	case seated:
		return g.askOtherSide(Question{Kind: AskStop, By: by}, now)
	default:
		return g, nil, ErrNotAllowed
	}
}

// TakenOver reports whether players other than the starter play both sides of an open game.
func (g Game) TakenOver() bool {
	_, plays := g.Side(g.Starter)
	return g.Mode == Open && !plays && g.Player(rules.Black) != Nobody && g.Player(rules.White) != Nobody
}

// GivesWay reports whether a new game may replace this one, because no player has moved for long. A
// voted game gives way only while it rests, and a duel of two people never.
func (g Game) GivesWay(now time.Time) bool {
	if g.Mode == Voted && !g.Resting() {
		return false
	}
	limit := OpenIdleLimit
	if g.Mode == Duel && !g.AgainstEngine() {
		if !g.SeatFree() {
			return false
		}
		limit = SeatIdleLimit
	}
	return g.Phase == Playing && !now.Before(g.Since().Add(limit))
}

// SetAside ends a game without a winner. It fails with [ErrNotDue] unless [Game.GivesWay] is true.
func (g Game) SetAside(by Player, now time.Time) (Game, []Event, error) {
	return g.end(Result{Reason: SetAside, By: by}, now, errIf(!g.GivesWay(now), ErrNotDue))
}

// Expire returns the operation that ends a game without a winner, after the idle time without a move.
// Until then, and always for a rated game, it fails with [ErrNotDue].
func Expire(idle time.Duration) Operation {
	return func(g Game, _ Player, now time.Time) (Game, []Event, error) {
		return g.end(Result{Reason: Expired}, now, g.checkPlaying(), errIf(g.Rated || now.Before(g.Since().Add(idle)), ErrNotDue))
	}
}

// Stop returns the operation [Game.Stop].
func Stop(moderator bool) Operation {
	return func(g Game, by Player, now time.Time) (Game, []Event, error) { return g.Stop(by, moderator, now) }
}
