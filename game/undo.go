package game

import (
	"slices"
	"time"

	"othellobot/rules"
)

// Regret is how long a player may take back an unanswered move without asking.
const Regret = 15 * time.Second

// Rewind records an undo: the turn that it began, and how many moves were left.
type Rewind struct {
	Turn uint32
	Ply  uint8
}

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

// decision is the index in Moves of by's last decision, and false if there is
// none or somebody else has moved for the same side since.
func (g Game) decision(by Player) (int, bool) {
	side, _ := g.Side(by)
	for i, seat := range slices.Backward(g.Movers) {
		switch mover := g.Seats[seat]; {
		case mover.Player == by:
			return int(g.Loaded) + i, true
		case mover.Color == side:
			return 0, false
		}
	}
	return 0, false
}

// rewind takes back the moves from ply on, and drops the undos that no move before
// ply came after.
func (g Game) rewind(by Player, ply int, now time.Time) (Game, []Event, error) {
	undone := Undone{By: by, Moves: slices.Clip(g.Moves[ply:])}
	g = g.newTurn(now)
	g.Moves = slices.Clip(g.Moves[:ply])
	g.Movers = slices.Clip(g.Movers[:ply-int(g.Loaded)])
	g.before = g.replay(max(ply-1, 0))
	kept := len(g.Rewinds)
	for kept > 0 && int(g.Rewinds[kept-1].Ply) >= ply {
		kept--
	}
	g.Rewinds = append(slices.Clip(g.Rewinds[:kept]), Rewind{Turn: g.Turn, Ply: uint8(ply)})
	return g, []Event{undone}, nil
}

// MoveAt is the move that was made in a turn and still stands, with its maker,
// and false if there is none.
func (g Game) MoveAt(turn uint32) (rules.Square, Player, bool) {
	from, end := Rewind{Turn: 0, Ply: g.Loaded}, uint64(len(g.Moves))
	for _, r := range g.Rewinds {
		if turn < r.Turn {
			end = uint64(r.Ply) // what was made from there on came later
			break
		}
		from = r
	}
	ply := uint64(from.Ply) + uint64(turn-from.Turn)
	if ply >= end {
		return rules.NoSquare, Nobody, false
	}
	return g.Moves[ply], g.Seats[g.Movers[ply-uint64(g.Loaded)]].Player, true
}
