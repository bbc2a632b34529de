package runner

import (
	"strconv"
	"strings"

	"othellobot/game"
)

// Daily is what the clock says of a puzzle of the day: whether the place got that of the
// day before, and whether this one may be out already.
type Daily struct {
	Day            game.Day
	Follows, Again bool
}

// The letters that stand for both.
const (
	follows = "f"
	again   = "a"
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
	return text
}

// ParseDaily reads what [Daily.String] wrote.
func ParseDaily(text string) (Daily, error) {
	day, said, _ := strings.Cut(text, ":")
	n, err := strconv.Atoi(day)
	return Daily{Day: game.Day(n), Follows: strings.Contains(said, follows), Again: strings.Contains(said, again)}, err
}
