package game

import "othellobot/rules"

// Event is something that happened in a game.
type Event interface{ event() }

// Moved reports that a player made a move.
type Moved struct {
	By     Player
	Color  rules.Color
	Square rules.Square
	Flips  rules.Bitboard
}

// Passed reports that a side had no legal move and the other side moves again.
type Passed struct{ Color rules.Color }

// Accepted reports that the challenged player accepted and the duel began.
type Accepted struct {
	By    Player
	Rated bool
}

// Joined reports that a player took the empty seat of a duel.
type Joined struct {
	By    Player
	Color rules.Color
}

// QuestionAsked reports that a player asked the other side to agree to something.
type QuestionAsked struct{ Ask Question }

// QuestionRefused reports that the other side did not agree.
type QuestionRefused struct {
	By  Player
	Ask Question
}

// Undone reports that moves were taken back.
type Undone struct {
	By    Player         // the player who took back a move
	Moves []rules.Square // the moves taken back, in playing order
}

// BecameFriendly reports that a rated game became friendly.
type BecameFriendly struct{}

// Ended reports that the game is over.
type Ended struct{ Result Result }

func (Moved) event()           {}
func (Passed) event()          {}
func (Accepted) event()        {}
func (Joined) event()          {}
func (QuestionAsked) event()   {}
func (QuestionRefused) event() {}
func (Undone) event()          {}
func (BecameFriendly) event()  {}
func (Ended) event()           {}
