package game

import "othellobot/rules"

// Event is something that happened in a game.
type Event interface{ event() }

// Moved tells of a move.
type Moved struct {
	By     Player
	Color  rules.Color
	Square rules.Square
	Flips  rules.Bitboard
}

// Passed tells that a side had no legal move and the other moves again.
type Passed struct{ Color rules.Color }

// Accepted tells that the challenged player accepted and the duel began.
type Accepted struct{ By Player }

// Joined tells that a player took the empty seat of a duel.
type Joined struct {
	By    Player
	Color rules.Color
}

// Asked tells that a player wants the other side to agree to something.
type Asked struct{ Ask Ask }

// Refused tells that the other side did not agree.
type Refused struct {
	By  Player
	Ask Ask
}

// Undone tells that moves were taken back.
type Undone struct {
	By    Player         // whose decision was taken back
	Moves []rules.Square // the moves taken back, in the order they were played
}

// Ended tells that the game is over.
type Ended struct{ Result Result }

func (Moved) event()    {}
func (Passed) event()   {}
func (Accepted) event() {}
func (Joined) event()   {}
func (Asked) event()    {}
func (Refused) event()  {}
func (Undone) event()   {}
func (Ended) event()    {}

// LastMove tells of the last move once more, with the pass after it; nothing
// if no move was played here.
func (g Game) LastMove() []Event {
	if len(g.Movers) == 0 {
		return nil
	}
	return moveEvents(g.LastMover(), g.Moves[len(g.Moves)-1], g.before, g.Position())
}
