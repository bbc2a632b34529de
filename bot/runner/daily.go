package runner

import (
	"strconv"
	"strings"

	"othellobot/game"
)

// Daily describes a due daily puzzle. Follows reports that the place received the previous day's
// puzzle, and Again that this one may already be posted. Rest says whether puzzles pause.
type Daily struct {
	Day            game.Day
	Follows, Again bool
	Rest           game.Rest
}

// Letters for the fields of a Daily in its text.
const (
	follows = "f"
	again   = "a"
	resting = "r"
	asleep  = "s"
)

// String returns the text for the argument of a control.
func (d Daily) String() string {
	text := strconv.Itoa(int(d.Day)) + ":"
	if d.Follows {
		text += follows
	}
	if d.Again {
		text += again
	}
	switch d.Rest {
	case game.Resting:
		text += resting
	case game.Asleep:
		text += asleep
	}
	return text
}

// ParseDaily parses the text of [Daily.String].
func ParseDaily(text string) (Daily, error) {
	day, said, _ := strings.Cut(text, ":")
	n, err := strconv.Atoi(day)
	d := Daily{Day: game.Day(n), Follows: strings.Contains(said, follows), Again: strings.Contains(said, again)}
	switch {
	case strings.Contains(said, resting):
		d.Rest = game.Resting
	case strings.Contains(said, asleep):
		d.Rest = game.Asleep
	}
	return d, err
}
