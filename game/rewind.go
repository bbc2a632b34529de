package game

import (
	"slices"
	"time"

	"othellobot/rules"
)

// lastPly returns the index in Moves of by's last move. It reports false if by has no move, or another
// player has moved for the same side since.
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

// rewind takes back the moves from ply on and records that. It drops the records of earlier undos that
// no remaining move follows.
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

// MoveAt returns the move made in a turn and its player. It reports false if no move was made, or it
// was taken back.
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
