package card

import (
	"othellobot/game"
	"othellobot/review"
)

// Facts holds what a card shows of a game and the game does not hold.
type Facts struct {
	Finished   game.Finished  // record of the game; zero if there is none
	Votes      []game.Vote    // for the next move
	AllVotes   []game.Vote    // of all rounds, if [NamesBestVoter] reports true
	Reviewable bool           // whether the game is over and can be reviewed
	Review     *review.Review // nil if not reviewed yet
	Terms      Terms          // of a challenge to a rated game
}
