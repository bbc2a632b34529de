package sim

import (
	"fmt"
	"strings"
	"time"

	"othellobot/game"
)

// story tells people what happened.
type story struct{ lines []line }

type line struct {
	at    time.Duration
	place game.Place // empty if it concerns all
	text  string
	aside bool // it matters only where two runs of a seed differ
}

// String is the line as it is told.
func (l line) String() string { return fmt.Sprintf("%12.6fs  %s", l.at.Seconds(), l.text) }

// last is the end of the story of one place, or of all if it is empty.
func (s *story) last(at game.Place, most int) string {
	var lines []string
	for _, l := range s.lines {
		if !l.aside && (at == "" || l.place == "" || l.place == at) {
			lines = append(lines, l.String())
		}
	}
	return strings.Join(lines[max(0, len(lines)-most):], "\n")
}

// parting is where two stories of one seed part, which they must not.
func (s *story) parting(other *story) string {
	for i, l := range s.lines {
		if i >= len(other.lines) || l != other.lines[i] {
			const before = 8
			var lines []string
			for _, l := range s.lines[max(0, i-before) : i+1] {
				lines = append(lines, l.String())
			}
			if i < len(other.lines) {
				lines = append(lines, "or", other.lines[i].String())
			}
			return strings.Join(lines, "\n")
		}
	}
	return "this time they agree"
}
