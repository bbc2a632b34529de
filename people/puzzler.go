package people

import (
	"context"
	"errors"
	"time"

	"othellobot/game"
	"othellobot/rules"
)

// Puzzler holds a player's progress in the daily puzzles of one grade.
type Puzzler struct {
	Number int            `json:"number"`          // the newest puzzle that the player tried
	Wrong  rules.Bitboard `json:"wrong,omitempty"` // wrong moves tried in it, at most [Tries]
	Solved bool           `json:"solved,omitempty"`
	Streak int            `json:"streak,omitempty"` // consecutive puzzles solved, counting only those solved at the first try
	Total  int            `json:"total,omitempty"`  // puzzles solved
	Shared bool           `json:"shared,omitempty"` // the player has shared the result
}

// Tries is the number of tries per puzzle.
const Tries = 2

// ErrOldPuzzle reports that the player has tried a newer puzzle.
var ErrOldPuzzle = errors.New("people: a newer puzzle was tried")

// Over reports whether the puzzle is solved or failed.
func (p Puzzler) Over() bool { return p.Solved || p.Wrong.Len() >= Tries }

// Open starts or continues a puzzle, or fails with [ErrOldPuzzle]. The streak ends unless the puzzle before
// was solved.
func (p Puzzler) Open(number int) (Puzzler, error) {
	switch {
	case number < p.Number:
		return p, ErrOldPuzzle
	case number == p.Number:
		return p, nil
	case p.Solved && p.Number == number-1:
		return Puzzler{Number: number, Total: p.Total, Streak: p.Streak}, nil
	default:
		return Puzzler{Number: number, Total: p.Total}, nil
	}
}

// Try makes a move in a puzzle. Solving the puzzle at the first try lengthens the streak, and failing ends it. A
// repeated wrong move, or a move after the puzzle is over, changes nothing. Try fails with [ErrOldPuzzle].
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

// Share records that the player shared a puzzle's result. It reports false unless the puzzle is the player's
// newest, is over, and was not shared yet.
func (p Puzzler) Share(number int) (Puzzler, bool) {
	if number != p.Number || !p.Over() || p.Shared {
		return p, false
	}
	p.Shared = true
	return p, true
}

type puzzles struct {
	Grades map[uint8]Puzzler `json:"grades,omitempty"`
}

// PuzzlersOf reads a player's progress in each grade. Its error is a [*game.StoreError].
func PuzzlersOf(ctx context.Context, of Documents, p game.Player) (byGrade map[uint8]Puzzler, err error) {
	_, doc, err := read[puzzles](ctx, of, p, PuzzlesKind)
	return doc.Grades, err
}

// ChangePuzzler changes a player's progress in a grade and returns it. It may call change several times. The
// bot may then name a solver in the place at, unless it is empty. It fails as change and [ChangeChoices] do.
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
		c.Tried = PuzzleProgress{Grade: grade, Number: after.Number, Wrong: after.Wrong.Len()}
		if after.Solved {
			c.Tried.Place = at
		}
		return nil
	})
	return after, err
}
