package game

import (
	"time"
)

// EarlyMoves is how many moves a duel may have for a player to stop it alone.
const EarlyMoves = 9

// The time without a move after which a game gives way to a new one.
const (
	OpenPatience = 30 * time.Minute
	DuelPatience = 24 * time.Hour
)

// Resign gives the duel to by's opponent. It fails with [ErrOpenGame],
// [ErrNotPlayer], or [ErrNoOpponent].
func (g Game) Resign(by Player, now time.Time) (Game, []Event, error) {
	if err := g.MayResign(by); err != nil {
		return g, nil, err
	}
	side, _ := g.Side(by)
	return g.end(Result{Reason: Resigned, By: by, Decided: true, Winner: side.Opponent()}, now)
}

// MayResign is nil if [Game.Resign] would succeed.
func (g Game) MayResign(by Player) error {
	if err := g.playing(); err != nil {
		return err
	}
	if g.Mode == Open {
		return ErrOpenGame
	}
	side, seated := g.Side(by)
	if !seated {
		return ErrNotPlayer
	}
	if g.Player(side.Opponent()) == Nobody {
		return ErrNoOpponent
	}
	return nil
}

// Stop ends the game without a result if by may do so alone: a moderator
// always; in an open game the starter, or a player opposite to whom nobody has
// moved; in a duel a player before move 10, against the engine, or without an
// opponent. Any other player's wish is put to the other side. Somebody else is
// told [ErrNotAllowed].
func (g Game) Stop(by Player, moderator bool, now time.Time) (Game, []Event, error) {
	if err := g.playing(); err != nil {
		return g, nil, err
	}
	side, seated := g.Side(by)
	alone := seated && g.Player(side.Opponent()) == Nobody
	early := g.Mode == Duel && seated && len(g.Moves) <= EarlyMoves
	starter := g.Mode == Open && by == g.Starter
	switch {
	case moderator, starter, alone, early, seated && g.AgainstEngine():
		return g.end(Result{Reason: Stopped, By: by}, now)
	case seated:
		return g.ask(Ask{Kind: AskStop, By: by}, now)
	default:
		return g, nil, ErrNotAllowed
	}
}

// GivesWay reports whether the game has been left alone for so long that a new
// one may take its place.
func (g Game) GivesWay(now time.Time) bool {
	patience := OpenPatience
	if g.Mode == Duel {
		patience = DuelPatience
	}
	return g.Phase == Playing && !now.Before(g.Since().Add(patience))
}

// SetAside ends a game that gives way, without a result, else it is
// [ErrNotDue].
func (g Game) SetAside(by Player, now time.Time) (Game, []Event, error) {
	if !g.GivesWay(now) {
		return g, nil, ErrNotDue
	}
	return g.end(Result{Reason: SetAside, By: by}, now)
}
