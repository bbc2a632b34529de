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

// firstDifference returns the lines around the first difference between two stories of a seed, which should be equal.
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

type census [eventKinds]int

type eventKind int

const (
	crashes eventKind = iota
	storeCrashes
	silences
	clockJumps
	unreadables
	newerGames
	restores
	nights
	lateCalls
	acknowledged
	refused
	leftOpen
	doneBefore
	notified
	expired
	timedOut
	setAside
	decisions
	redraws
	deletions
	falseReports
	losses
	puzzled
	dailyPosts
	weekPosts
	counted
	rated
	requestFaults
	outages
	looks
	mentioned
	eventKinds
)

var eventNames = [eventKinds]string{
	"crashes", "crashes of the store", "silences", "clock jumps", "unreadable games", "games of a newer version", "games put back", "nights", "late calls",
	"acts acknowledged", "refused", "left open", "done before", "notifications", "games expired", "lost by time", "set aside", "moves by votes", "messages drawn again", "deleted",
	"false reports", "losses", "answers to puzzles", "puzzles of the day", "weeks", "records", "rated games",
	"requests gone wrong", "outages", "looks at the end", "mentions that nobody asked for",
}

// canCount reports whether an event can occur in a tier.
func (on tier) canCount(s eventKind) bool {
	if on == core {
		return s < requestFaults
	}
	return s != unreadables && s != newerGames && s != restores && s != losses
}

// tier names what connects the bot to its users.
type tier string

const (
	core     tier = "core"     // a model of the platforms
	adapters tier = "adapters" // the real adapters, over fakes of the platforms
)
