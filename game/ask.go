package game

import (
	"cmp"
	"slices"
	"time"

	"othellobot/rules"
)

// askOtherSide opens a question. If both sides ask to stop, the second question counts as agreement.
func (g Game) askOtherSide(question Question, now time.Time) (Game, []Event, error) {
	side, _ := g.Side(question.By)
	last := &g.Notices[side.Opponent()].Asked[question.Kind]
	switch {
	case g.Ask == nil && int(*last) >= g.Number():
		return g, nil, ErrAskedBefore
	case g.Ask == nil:
		g.Ask, *last = &question, uint8(g.Number())
		return g, nil, nil
	case g.Ask.Kind == AskStop && question.Kind == AskStop && g.mayAnswer(question.By):
		return g.Agree(question.By, now)
	}
	return g, nil, ErrAskPending
}

// Agree carries out the open question. An undo makes a rated game friendly. Agree fails with [ErrNothingAsked],
// with [ErrNotAsked] unless by plays for the side that was asked, and with [ErrNoMoves] as [Game.Undo] does.
func (g Game) Agree(by Player, now time.Time) (Game, []Event, error) {
	if err := g.CanAnswer(by); err != nil {
		return g, nil, err
	}
	if g.Ask.Kind == AskStop {
		return g.end(Result{Reason: Stopped, By: g.Ask.By}, now)
	}
	ply, ok := g.lastPly(g.Ask.By)
	if !ok {
		return g, nil, ErrNoMoves
	}
	rated := g.Rated
	g.Notices = [2]Notices{} // the moves are made again, so each may have a new notification
	g, events, err := g.rewind(g.Ask.By, ply, now)
	if rated {
		g.Rated = false
		events = append(events, BecameFriendly{})
	}
	return g, events, err
}

// MovesToUndo returns the moves that the open question asks to take back, in playing order, or nil.
func (g Game) MovesToUndo() []rules.Square {
	if g.Ask != nil && g.Ask.Kind == AskUndo {
		if ply, ok := g.lastPly(g.Ask.By); ok {
			return slices.Clone(g.Moves[ply:])
		}
	}
	return nil
}

// Refuse drops the open question. It fails as [Game.CanAnswer] does.
func (g Game) Refuse(by Player, _ time.Time) (Game, []Event, error) {
	if err := g.CanAnswer(by); err != nil {
		return g, nil, err
	}
	g.Ask = nil
	return g, nil, nil
}

// CanAnswer returns nil if by may answer the open question. Otherwise it returns [ErrNotStarted], [ErrOver],
// [ErrNothingAsked] or [ErrNotAsked].
func (g Game) CanAnswer(by Player) error {
	return cmp.Or(g.checkPlaying(), errIf(g.Ask == nil, ErrNothingAsked), errIf(!g.mayAnswer(by), ErrNotAsked))
}

func (g Game) mayAnswer(by Player) bool {
	if g.Ask == nil {
		return false
	}
	asker, _ := g.Side(g.Ask.By)
	side, seated := g.Side(by)
	return seated && side != asker
}

// lastPly returns the index in Moves of by's last move, unless another player has moved for that side since.
func (g Game) lastPly(by Player) (int, bool) {
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

// rewind takes back the moves from ply on, and drops earlier Rewinds that no remaining move follows.
func (g Game) rewind(by Player, ply int, now time.Time) (Game, []Event, error) {
	undone := Undone{By: by, Moves: slices.Clip(g.Moves[ply:])}
	g = g.newTurn(now)
	g.Moves = slices.Clip(g.Moves[:ply])
	g.Movers = slices.Clip(g.Movers[:ply-int(g.Loaded)])
	g.before, _ = rules.Replay(g.Start, g.Moves[:max(ply-1, 0)])
	kept := len(g.Rewinds)
	for kept > 0 && int(g.Rewinds[kept-1].Ply) >= ply {
		kept--
	}
	g.Rewinds = append(slices.Clip(g.Rewinds[:kept]), Rewind{Turn: g.Turn, Ply: uint8(ply)})
	return g, []Event{undone}, nil
}

// MoveAt returns the move made in a turn and its player, or false if none was made or it was taken back.
func (g Game) MoveAt(turn uint32) (rules.Square, Player, bool) {
	from, end := Rewind{Turn: 0, Ply: g.Loaded}, uint64(len(g.Moves))
	for _, r := range g.Rewinds {
		if turn < r.Turn {
			end = uint64(r.Ply) // moves from this ply on were made after the undo
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

// UndoGrace is the time that a player has to take back an unanswered move without asking.
const UndoGrace = 15 * time.Second

// Undo takes back by's last move and everything after it. It asks the other side first, unless that is the
// engine or Nobody, or the move is unanswered and was made within [UndoGrace]. It fails with [ErrOpenGame] in
// a voted game, with [ErrNotPlayer], and with [ErrNoMoves] if by has no move or another player has moved for
// that side since. A question can also fail with [ErrAskPending], or with [ErrAskedBefore] in the same turn.
func (g Game) Undo(by Player, now time.Time) (Game, []Event, error) {
	side, seated := g.Side(by)
	ply, ok := g.lastPly(by)
	if err := cmp.Or(g.checkPlaying(), errIf(g.Mode == Voted, ErrOpenGame), errIf(!seated, ErrNotPlayer), errIf(!ok, ErrNoMoves)); err != nil {
		return g, nil, err
	}
	if g.withinGrace(by, ply, now) || g.Alone(by) || g.AgainstEngine() || g.Player(side.Opponent()) == Nobody {
		return g.rewind(by, ply, now)
	}
	return g.askOtherSide(Question{Kind: AskUndo, By: by}, now)
}

// withinGrace reports whether the turn began with by's move at ply, at most [UndoGrace] ago.
func (g Game) withinGrace(by Player, ply int, now time.Time) bool {
	n := len(g.Rewinds)
	undone := n > 0 && g.Rewinds[n-1].Turn == g.Turn
	return ply == len(g.Moves)-1 && by == g.LastMover() && !undone && now.Sub(g.Since()) <= UndoGrace
}
