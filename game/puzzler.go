package game

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"othellobot/rules"
)

// Puzzler holds somebody's daily puzzles of one grade. One that is not
// stored has a player and a grade only. Puzzlers are comparable.
type Puzzler struct {
	Player  Player
	Grade   uint8
	Version uint32 // grows by one with every change

	Number int            // of the newest puzzle that they have tried
	Wrong  rules.Bitboard // the moves that they tried in vain, at most [Tries]
	Solved bool
	Streak int   // consecutive puzzles solved at the first try
	Total  int   // puzzles solved
	Where  Place // in which they may be named for it; empty for none
	Shared bool  // they have told others of it

	Former  Solution // of the number before that, if they have solved it
	Touched int64    // when it changed last, in Unix milliseconds
}

// Tries is how often one may try.
const Tries = 2

// Solution is a puzzle that somebody has solved; the zero value is none.
type Solution struct {
	Number int
	Wrong  int // moves that they tried before
	Where  Place
}

// Solver is somebody who has solved a puzzle, and the number of wrong moves before.
type Solver struct {
	Player Player
	Wrong  int
}

// ErrPastPuzzle says that a puzzle is older than another one that somebody has tried.
var ErrPastPuzzle = errors.New("game: a newer puzzle was tried")

// MovesOf are the moves of a Puzzler as a number, which is that of their bits, signed.
func MovesOf(bits int64) rules.Bitboard { return rules.Bitboard(bits) }

// Over reports whether the puzzle is solved or failed.
func (p Puzzler) Over() bool { return p.Solved || p.Wrong.Len() >= Tries }

// solution is the puzzle as it was solved, none if it was not.
func (p Puzzler) solution() Solution {
	if !p.Solved {
		return Solution{}
	}
	return Solution{Number: p.Number, Wrong: p.Wrong.Len(), Where: p.Where}
}

// Open takes up a puzzle. The streak ends if the number before was not solved. It fails
// with [ErrPastPuzzle].
func (p Puzzler) Open(number int) (Puzzler, error) {
	switch {
	case number < p.Number:
		return p, ErrPastPuzzle
	case number == p.Number:
		return p, nil
	}
	after := Puzzler{Player: p.Player, Grade: p.Grade, Version: p.Version, Number: number, Total: p.Total, Touched: p.Touched}
	if p.Solved && p.Number == number-1 {
		after.Streak, after.Former = p.Streak, p.solution()
	}
	return after, nil
}

// Try is a move in a puzzle, right or wrong. Solved at once it lengthens the streak,
// solved at the second try it leaves it as it is, and failed it ends it. Nothing changes
// once the puzzle is over, or by a wrong move that was tried before. It fails with
// [ErrPastPuzzle].
func (p Puzzler) Try(number int, move rules.Square, right bool, where Place) (Puzzler, error) {
	p, err := p.Open(number)
	if err != nil || p.Over() || p.Wrong.Has(move) {
		return p, err
	}
	if right {
		p.Solved, p.Where, p.Total = true, where, p.Total+1
		if p.Wrong.IsEmpty() {
			p.Streak++
		}
		return p, nil
	}
	p.Wrong |= rules.SetOf(move)
	if p.Over() {
		p.Streak = 0
	}
	return p, nil
}

// Share notes that the player has told others of the puzzle, which is over, and where they
// may be named for it then; where that is empty they may be named where they could before.
// It reports false if that was done before, and for any other puzzle.
func (p Puzzler) Share(number int, where Place) (Puzzler, bool) {
	if number != p.Number || !p.Over() || p.Shared {
		return p, false
	}
	p.Shared, p.Where = true, cmp.Or(where, p.Where)
	return p, true
}

// Names are the player's, and those of the places where they may be named.
func (p Puzzler) Names() []string {
	names := []string{string(p.Player)}
	for _, at := range []Place{p.Where, p.Former.Where} {
		if at != "" && !slices.Contains(names, string(at)) {
			names = append(names, string(at))
		}
	}
	return names
}

// Unnamed is the puzzler who is no longer named in the places whose names begin with the
// prefix, in the next version if that changes something.
func (p Puzzler) Unnamed(prefix string) Puzzler {
	before := p
	for _, at := range []*Place{&p.Where, &p.Former.Where} {
		if strings.HasPrefix(string(*at), prefix) {
			*at = ""
		}
	}
	if p != before {
		p.Version++
	}
	return p
}

// next is the puzzler in the next version.
func (p Puzzler) next(now time.Time) Puzzler {
	p.Version++
	p.Touched = now.UnixMilli()
	return p
}
