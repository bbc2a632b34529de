package game

import "time"

// UndoGrace is the time that a player has to take back an unanswered move without asking.
const UndoGrace = 15 * time.Second

// Undo takes back by's last move and everything after it. It asks the other side instead, unless the
// other side is the engine or Nobody, or the move is unanswered and was made within [UndoGrace]. Undo
// fails with [ErrOpenGame] in a voted game, and with [ErrNotPlayer]. It fails with [ErrNoMoves] if by has
// no move, or another player has moved for the same side since. A question can also fail with
// [ErrAskPending] or [ErrAskedBefore].
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
	ply, ok := g.lastPly(by)
	if !ok {
		return g, nil, ErrNoMoves
	}
	if g.withinGrace(by, ply, now) || g.Alone(by) || g.AgainstEngine() || g.Player(side.Opponent()) == Nobody {
		return g.rewind(by, ply, now)
	}
	return g.askOtherSide(Question{Kind: AskUndo, By: by}, now)
}

// withinGrace reports whether the move at ply is by's own unanswered move, made within [UndoGrace].
// The turn must have begun with that move, not with an undo.
func (g Game) withinGrace(by Player, ply int, now time.Time) bool {
	n := len(g.Rewinds)
	undone := n > 0 && g.Rewinds[n-1].Turn == g.Turn
	return ply == len(g.Moves)-1 && by == g.LastMover() && !undone && now.Sub(g.Since()) <= UndoGrace
}
