package runner

import (
	"strconv"
	"strings"

	"othellobot/game"
)

// Daily is what the clock says of a puzzle of the day: whether the place got that of the
// day before, whether this one may be out already, and whether it rests.
type Daily struct {
	Day            game.Day
	Follows, Again bool
	Rest           game.Rest
}

// The letters that stand for them.
const (
	follows = "f"
	again   = "a"
	resting = "r"
	asleep  = "s"
)

// String writes it as the argument of a control.
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

// ParseDaily reads what [Daily.String] wrote.
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
