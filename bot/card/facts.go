package card

import (
	"othellobot/game"
	"othellobot/review"
)

// Facts are what is known of a game beside the game itself.
type Facts struct {
	Finished   game.Finished  // its record, zero where it does not count
	Votes      []game.Vote    // for its next move
	AllVotes   []game.Vote    // of all rounds, where [NamesBestVoter]
	Reviewable bool           // it is over, and somebody can say how it was played
	Review     *review.Review // nil while it is unknown
	Terms      Terms          // of a challenge that may be accepted as rated
}
