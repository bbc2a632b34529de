package game

import "othellobot/rules"

// Reason says how a game ended.
type Reason uint8

// The reasons. Only the first four give a result.
const (
	PlayedOut Reason = iota // neither side could move
	Resigned
	Claimed   // by one player, because the other did not move for too long
	TimedOut  // a rated game, because the player to move did not for too long
	Stopped   // by somebody who may do so
	SetAside  // for a new game, because nobody had moved for long
	Expired   // nobody touched it for too long
	Declined  // the challenge was turned down
	Withdrawn // the challenge was taken back
	Lapsed    // the challenge was not answered in time
)

// Result is how a game ended, and for whom.
type Result struct {
	Reason  Reason
	By      Player      // who resigned, stopped, set aside, declined, withdrew or claimed
	Decided bool        // somebody won
	Winner  rules.Color // if Decided
}
