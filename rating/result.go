package rating

import (
	"hash/fnv"
	"slices"
	"time"

	"othellobot/rules"
)

// PlayerID is the number of a player in a log.
type PlayerID int64

// Result is an entry in a log.
type Result struct {
	Black, White PlayerID
	Winner       Winner
	Ended        int64  // in Unix milliseconds
	Opening      uint64 // computed by [OpeningHash]
	Annulled     bool   // if set, ratings ignore the game
}

// Winner says who won a game, or that it was drawn.
type Winner uint8

// The outcomes of a game. Logs store these numbers, so they must not change.
const (
	Drawn Winner = iota
	Black
	White
)

// Worth says whether a result counts, and if not, why.
type Worth uint8

// The values of [Worth]. Stores keep these numbers, so they must not change.
const (
	Counts   Worth = iota + 1
	Repeated       // the opening and the winner are those of one of the pair's last two games
	WeekFull       // the pair has already played [WeekGames] games in the last [Week]
)

// The rules against farming. A pair's games count at most WeekGames times a Week, and not if the
// opening and the winner are those of one of the pair's last recentGames games.
const (
	WeekGames    = 5
	Week         = 7 * 24 * time.Hour
	recentGames  = 2
	openingPlies = 20
)

// Memory is how many of a pair's last results [Result.Worth] needs.
const Memory = max(WeekGames, recentGames)

// Worth decides whether the result counts after the pair's earlier results, latest first and without annulled
// ones. [Memory] results are enough.
func (r Result) Worth(earlier []Result) Worth {
	if GamesLeft(r.Ended, earlier) == 0 {
		return WeekFull
	}
	for _, e := range earlier[:min(recentGames, len(earlier))] {
		if e.Opening == r.Opening && e.winnerID() == r.winnerID() {
			return Repeated
		}
	}
	return Counts
}

// GamesLeft returns how many more games between two players can count at the time at, in Unix milliseconds.
// The earlier results come latest first.
func GamesLeft(at int64, earlier []Result) int {
	played := 0
	for _, e := range earlier[:min(WeekGames, len(earlier))] {
		if at-e.Ended < Week.Milliseconds() {
			played++
		}
	}
	return WeekGames - played
}

func (r Result) winnerID() PlayerID {
	return [...]PlayerID{Drawn: 0, Black: r.Black, White: r.White}[r.Winner]
}

// OpeningHash returns a hash, never 0, of the first twenty plies. It is the same on a turned or mirrored board.
func OpeningHash(moves []rules.Square) uint64 {
	moves = moves[:min(openingPlies, len(moves))]
	var forms [][]byte
	for s := range rules.Symmetries {
		if s.Position(rules.Start()) == rules.Start() {
			form := make([]byte, len(moves))
			for i, m := range moves {
				form[i] = byte(s.Square(m))
			}
			forms = append(forms, form)
		}
	}
	hash := fnv.New64a()
	_, _ = hash.Write(slices.MinFunc(forms, slices.Compare[[]byte])) // Write of a hash never fails
	return hash.Sum64() | 1
}
