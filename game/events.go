package game

import "othellobot/rules"

// Event is something that happened in a game.
type Event interface{ event() }

// Moved says that a player made a move.
type Moved struct {
	By     Player
	Color  rules.Color
	Square rules.Square
	Flips  rules.Bitboard
}

// Passed says that a side had no legal move, so that the other moves again.
type Passed struct{ Color rules.Color }

// Accepted says that the challenged player accepted, and the duel began.
type Accepted struct {
	By    Player
	Rated bool
}

// Joined says that a player took the empty seat of a duel.
type Joined struct {
	By    Player
	Color rules.Color
}

// Asked says that a player wants the other side to agree to something.
type Asked struct{ Ask Ask }

// Refused says that the other side did not agree.
type Refused struct {
	By  Player
	Ask Ask
}

// Undone says that moves were taken back.
type Undone struct {
	By    Player         // whose decision was taken back
	Moves []rules.Square // the moves taken back, in the order they were played
}

// Befriended says that a rated game is friendly from now on.
type Befriended struct{}

// Ended says that the game is over.
type Ended struct{ Result Result }

func (Moved) event() {}

func (Passed) event() {}

func (Accepted) event() {}

func (Joined) event() {}

func (Asked) event() {}

func (Refused) event() {}

func (Undone) event() {}

func (Befriended) event() {}

func (Ended) event() {}
