package card

import (
	"othellobot/game"
	"othellobot/review"
)

// Facts holds data about a game that the game itself does not hold.
type Facts struct {
	Finished   game.Finished  // its record; zero if the game does not count
	Votes      []game.Vote    // for the next move
	AllVotes   []game.Vote    // of all rounds, if [NamesBestVoter] reports true
	Reviewable bool           // whether the game is over and can be reviewed
	Review     *review.Review // nil if not reviewed yet
	Terms      Terms          // of a challenge that may be accepted as rated
}
