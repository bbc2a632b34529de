package rating

import (
	"hash/fnv"
	"slices"
	"time"

	"othellobot/rules"
)

// Seat is the number by which a log knows somebody.
type Seat int64

// Result is an entry of a log.
type Result struct {
	Black, White Seat
	Winner       Winner
	Ended        int64  // in Unix milliseconds
	Opening      uint64 // as [Opening] gives it
	Annulled     bool   // as if it had not been played
}

// Winner is who won a game.
type Winner uint8

// The winners. Logs write down these numbers.
const (
	Drawn Winner = iota
	Black
	White
)

// Worth is what becomes of a result.
type Worth uint8

// The worths. Stores write down these numbers.
const (
	Counts   Worth = iota + 1
	Repeated       // it goes as one of the last two between these people went, and is won by the same
	Enough         // these people have played as many games in a week as count
)

// The rules against farming: how many games between two people count in a time, and how many
// of their last ones another may not repeat, by how many plies.
const (
	WeekGames   = 5
	Week        = 7 * 24 * time.Hour
	fresh       = 2
	openingPlys = 20
)

// Memory is how many of the last results between two people decide what the next is worth.
const Memory = max(WeekGames, fresh)

// Worth is what the result is worth after others between the same people, the latest first,
// of which [Memory] are enough. Those that were annulled must not be among them.
func (r Result) Worth(earlier []Result) Worth {
	if Left(r.Ended, earlier) == 0 {
		return Enough
	}
	for _, e := range earlier[:min(fresh, len(earlier))] {
		if e.Opening == r.Opening && e.won() == r.won() {
			return Repeated
		}
	}
	return Counts
}

// Left is how many more games between two people count at a time, in Unix milliseconds, after
// their last ones, the latest first.
func Left(at int64, earlier []Result) int {
	played := 0
	for _, e := range earlier[:min(WeekGames, len(earlier))] {
		if at-e.Ended < Week.Milliseconds() {
			played++
		}
	}
	return WeekGames - played
}

// won is whoever won; 0 if nobody did.
func (r Result) won() Seat {
	switch r.Winner {
	case Black:
		return r.Black
	case White:
		return r.White
	default:
		return 0
	}
}

// Opening stands for the first twenty plies of a game, the same for those that are equal under
// a symmetry of the board. It is never 0.
func Opening(moves []rules.Square) uint64 {
	moves = moves[:min(openingPlys, len(moves))]
	var forms [][]byte
	for s := range rules.Symmetries {
		if s.Position(rules.Start()) == rules.Start() {
			forms = append(forms, turned(moves, s))
		}
	}
	hash := fnv.New64a()
	_, _ = hash.Write(slices.MinFunc(forms, slices.Compare[[]byte])) // which never fails
	return hash.Sum64() | 1
}

func turned(moves []rules.Square, by rules.Symmetry) []byte {
	form := make([]byte, len(moves))
	for i, m := range moves {
		form[i] = byte(by.Square(m))
	}
	return form
}
