package sim

import (
	"fmt"
	"strings"
	"time"

	"othellobot/game"
)

type story struct{ lines []line }

type line struct {
	at          time.Duration
	place       game.Place // empty if the line concerns all places
	text        string
	onlyForDiff bool // matters only where two runs of a seed differ
}

func (l line) String() string { return fmt.Sprintf("%12.6fs  %s", l.at.Seconds(), l.text) }

func (s *story) last(at game.Place, most int) string {
	var lines []string
	for _, l := range s.lines {
		if !l.onlyForDiff && (at == "" || l.place == "" || l.place == at) {
			lines = append(lines, l.String())
		}
	}
	return strings.Join(lines[max(0, len(lines)-most):], "\n")
}

// firstDifference returns the lines around the first difference between two stories of a seed, which must not differ.
func (s *story) firstDifference(other *story) string {
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
