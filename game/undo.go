package game

import (
	"time"
)

// Regret is how long a player may take back an unanswered move without asking.
const Regret = 15 * time.Second

// Undo goes back to by's last decision: it takes back their last move and everything
// after it. It does so at once if the other side is the engine's or nobody's, or if
// the move is not answered and was made within [Regret]; otherwise the other side is
// asked. It fails with [ErrOpenGame] in a voted game, with [ErrNotPlayer], with [ErrNoMoves] if by has no move to take
// back or somebody else has moved for the same side since, or with [ErrAskPending].
func (g Game) Undo(by Player, now time.Time) (Game, []Event, error) {
	if err := g.playing(); err != nil {
		return g, nil, err
	}
	if g.Mode == Voted {
		return g, nil, ErrOpenGame
	}
	side, seated := g.Side(by)
	if !seated {
		return g, nil, ErrNotPlayer
	}
	ply, ok := g.decision(by)
	if !ok {
		return g, nil, ErrNoMoves
	}
	if g.fresh(by, ply, now) || g.Alone(by) || g.AgainstEngine() || g.Player(side.Opponent()) == Nobody {
		return g.rewind(by, ply, now)
	}
	return g.ask(Ask{Kind: AskUndo, By: by}, now)
}

// fresh reports whether the move of that ply is by's own, has no answer, and
// was made just now: the turn began with it, not with an undo.
func (g Game) fresh(by Player, ply int, now time.Time) bool {
	n := len(g.Rewinds)
	undone := n > 0 && g.Rewinds[n-1].Turn == g.Turn
	return ply == len(g.Moves)-1 && by == g.LastMover() && !undone && now.Sub(g.Since()) <= Regret
}
