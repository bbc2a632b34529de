package puzzle

import (
	"errors"
	"fmt"

	"othellobot/rules"
)

// Problem is a puzzle without a number, from the view of the side to move.
type Problem struct {
	Own, Opp rules.Bitboard
	Best     rules.Square
	Margin   int
}

// The ID decides how the board is turned and which side moves first.
func (p Problem) turned(id ID) Puzzle {
	const golden = 0x9e3779b97f4a7c15 // spreads consecutive numbers (Knuth, TAOCP 3, 6.4)
	luck := uint64(Grades*id.Number+int(id.Grade)) * golden
	p = p.image(rules.Symmetry(luck >> 61))
	position := rules.Position{Black: p.Own, White: p.Opp}
	if luck>>60&1 == 1 {
		position = rules.Position{Black: p.Opp, White: p.Own, ToMove: rules.White}
	}
	return Puzzle{ID: id, Position: position, Best: p.Best, Margin: p.Margin}
}

// check returns the first fault that can be found without solving the problem.
func (p Problem) check(grade Grade) error {
	empties, moves := p.Empties().Len(), rules.Position{Black: p.Own, White: p.Opp}.Legal()
	switch {
	case !grade.Fits(empties, moves.Len()):
		return fmt.Errorf("puzzle: %d empty squares and %d legal moves in an %v one", empties, moves.Len(), grade)
	case !moves.Has(p.Best):
		return fmt.Errorf("puzzle: the winning move %v is illegal", p.Best)
	case p.Margin <= 0 || p.Margin > MostMargin || p.Margin%2 != 0:
		return fmt.Errorf("puzzle: won by %d discs", p.Margin)
	}
	return nil
}

func (p Problem) encode(file []byte) []byte {
	packed, squares := byte(0), 0
	for square := range rules.NoSquare {
		packed *= 3
		switch {
		case p.Own.Has(square):
			packed++
		case p.Opp.Has(square):
			packed += 2
		}
		if squares++; squares == 5 || square == rules.NoSquare-1 {
			file, packed, squares = append(file, packed), 0, 0
		}
	}
	return append(file, byte(p.Best), byte(p.Margin))
}

func decode(grade Grade, record string) (p Problem, err error) {
	square := rules.Square(0)
	for _, packed := range []byte(record[:boardSize]) {
		squares := min(5, rules.NoSquare-square)
		for i := range squares {
			at := rules.SetOf(square + squares - 1 - i)
			switch packed % 3 {
			case 1:
				p.Own |= at
			case 2:
				p.Opp |= at
			}
			packed /= 3
		}
		if packed > 0 {
			return Problem{}, errors.New("puzzle: a square is neither empty nor has a disc")
		}
		square += squares
	}
	p.Best, p.Margin = rules.Square(record[boardSize]), int(record[boardSize+1])
	return p, p.check(grade)
}

// MostMargin is the maximum winning margin of a puzzle, in discs.
const MostMargin = 18

// Fits reports whether a puzzle of the grade may have these numbers of empty squares and legal moves.
func (g Grade) Fits(empties, moves int) bool {
	if g == Easy {
		return 4 <= empties && empties <= 6 && 2 <= moves && moves <= 3
	}
	return 6 <= empties && empties <= 14 && 4 <= moves && moves <= 12
}

// Corners holds the corner squares. A tenth of the winning moves of easy puzzles may be corners, and none of
// others.
const Corners rules.Bitboard = 1<<0 | 1<<7 | 1<<56 | 1<<63

func (p Problem) image(t rules.Symmetry) Problem {
	return Problem{t.Bitboard(p.Own), t.Bitboard(p.Opp), t.Square(p.Best), p.Margin}
}

// Empties returns the squares without a disc.
func (p Problem) Empties() rules.Bitboard { return ^(p.Own | p.Opp) }
