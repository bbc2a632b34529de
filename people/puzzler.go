package people

import (
	"context"
	"errors"
	"time"

	"othellobot/game"
	"othellobot/rules"
)

// Puzzler holds how a player has done at the daily puzzles of one grade. The zero value is that of a
// player who has tried none. Puzzlers are comparable.
type Puzzler struct {
	Number int            `json:"number"`          // of the newest puzzle that they have tried
	Wrong  rules.Bitboard `json:"wrong,omitempty"` // the moves that they tried in vain, at most [Tries]
	Solved bool           `json:"solved,omitempty"`
	Streak int            `json:"streak,omitempty"` // consecutive puzzles solved at the first try
	Total  int            `json:"total,omitempty"`  // puzzles solved
	Shared bool           `json:"shared,omitempty"` // they have told others of it
}

// Tries limits the tries of a player.
const Tries = 2

// ErrPastPuzzle says that the player has tried a newer puzzle.
var ErrPastPuzzle = errors.New("people: a newer puzzle was tried")

// Over reports whether the puzzle is solved or failed.
func (p Puzzler) Over() bool { return p.Solved || p.Wrong.Len() >= Tries }

// Open takes up a puzzle. The streak ends if the number before was not solved. It fails
// with [ErrPastPuzzle].
func (p Puzzler) Open(number int) (Puzzler, error) {
	switch {
	case number < p.Number:
		return p, ErrPastPuzzle
	case number == p.Number:
		return p, nil
	case p.Solved && p.Number == number-1:
		return Puzzler{Number: number, Total: p.Total, Streak: p.Streak}, nil
	default:
		return Puzzler{Number: number, Total: p.Total}, nil
	}
}

// Try is a move in a puzzle, right or wrong. Solved at once it lengthens the streak,
// solved at the second try it leaves it as it is, and failed it ends it. Nothing changes
// once the puzzle is over, or by a wrong move that was tried before. It fails with
// [ErrPastPuzzle].
func (p Puzzler) Try(number int, move rules.Square, right bool) (Puzzler, error) {
	p, err := p.Open(number)
	if err != nil || p.Over() || p.Wrong.Has(move) {
		return p, err
	}
	if right {
		p.Solved, p.Total = true, p.Total+1
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

// Share notes that the player has shared the puzzle, which is over. It reports false if they
// had before, and for any other puzzle.
func (p Puzzler) Share(number int) (Puzzler, bool) {
	if number != p.Number || !p.Over() || p.Shared {
		return p, false
	}
	p.Shared = true
	return p, true
}

// puzzles is the document of all puzzles of a player.
type puzzles struct {
	Grades map[uint8]Puzzler `json:"grades,omitempty"`
}

// PuzzlersOf reads how a player has done at the puzzles of each grade. Its error is a
// [*game.StoreError].
func PuzzlersOf(ctx context.Context, of Documents, p game.Player) (byGrade map[uint8]Puzzler, err error) {
	_, doc, err := read[puzzles](ctx, of, p, PuzzlesKind)
	return doc.Grades, err
}

// ChangePuzzler changes what is kept of a player's puzzles of a grade, and returns what it is then.
// If the puzzle is solved by then, the player may be named for it in the place at, or where they
// could before if that is empty. ChangePuzzler may call change several times, and stores nothing if
// the change leaves everything as it is. The errors are those of the change, and those of
// [ChangeChoices].
func ChangePuzzler(
	ctx context.Context, of Documents, p game.Player, grade uint8, at game.Place, now time.Time, change func(Puzzler) (Puzzler, error),
) (after Puzzler, err error) {
	err = update(ctx, of, p, PuzzlesKind, now, func(c *Change, doc *puzzles) error {
		before := doc.Grades[grade]
		if after, err = change(before); err != nil || after == before {
			return err
		}
		if doc.Grades == nil {
			doc.Grades = make(map[uint8]Puzzler)
		}
		doc.Grades[grade] = after
		c.Tried = Tried{Grade: grade, Number: after.Number, Wrong: after.Wrong.Len()}
		if after.Solved {
			c.Tried.Place = at
		}
		return nil
	})
	return after, err
}
