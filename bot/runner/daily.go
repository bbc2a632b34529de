package runner

import (
	"fmt"

	"othellobot/game"
)

// Daily describes the due daily posts of a place.
type Daily struct {
	Day     game.Day
	Follows bool // the place received the previous day's puzzle
	Again   bool // the posts of the day may already have been sent
	Rest    game.PuzzleState
}

const dailyFormat = "%d %t %t %d"

// String returns the text for [ParseDaily].
func (d Daily) String() string {
	return fmt.Sprintf(dailyFormat, d.Day, d.Follows, d.Again, d.Rest)
}

// ParseDaily parses the text of [Daily.String].
func ParseDaily(text string) (d Daily, err error) {
	_, err = fmt.Sscanf(text, dailyFormat, &d.Day, &d.Follows, &d.Again, &d.Rest)
	return d, err
}
