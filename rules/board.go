package rules

import (
	"fmt"
	"strings"
	"unicode"
)

// ParseBoard reads 64 squares from a1 to h8: X, B or * is Black, O or W is White, and "-" or "." is empty.
// It also reads lower case, and skips white space. The error is a [*BoardCharError] or a [*BoardSizeError].
func ParseBoard(text string, toMove Color) (Position, error) {
	p := Position{ToMove: toMove}
	size := 0
	for _, r := range text {
		if unicode.IsSpace(r) {
			continue
		}
		square := Square(min(size, int(NoSquare))) // beyond h8, discs are ignored
		switch r {
		case 'X', 'x', 'B', 'b', '*':
			p.Black |= square.bit()
		case 'O', 'o', 'W', 'w':
			p.White |= square.bit()
		case '-', '.':
		default:
			return Position{}, &BoardCharError{Char: r, Number: size + 1}
		}
		size++
	}
	if size != 64 {
		return Position{}, &BoardSizeError{Size: size}
	}
	return p, nil
}

// FormatBoard returns the board as 64 characters, X, O and "-", from a1 to h8.
func (p Position) FormatBoard() string {
	var text [NoSquare]byte
	for s := range NoSquare {
		switch disc, occupied := p.Disc(s); {
		case !occupied:
			text[s] = '-'
		case disc == Black:
			text[s] = 'X'
		default:
			text[s] = 'O'
		}
	}
	return string(text[:])
}

// BoardSizeError reports that a board does not have 64 squares.
type BoardSizeError struct {
	Size int // the number of squares found
}

func (e *BoardSizeError) Error() string { return fmt.Sprintf("a board has 64 squares, not %d", e.Size) }

// BoardCharError reports a character that is neither a disc nor an empty square.
type BoardCharError struct {
	Char   rune
	Number int // the number of the square at that place, counted from 1
}

func (e *BoardCharError) Error() string {
	return fmt.Sprintf("%q at square %d is neither a disc nor empty", e.Char, e.Number)
}

// MarshalText returns the output of [Position.FormatBoard], a space and the side to move, X or O.
func (p Position) MarshalText() ([]byte, error) {
	return append([]byte(p.FormatBoard()), ' ', "XO"[p.ToMove]), nil
}

// UnmarshalText reads the output of [Position.MarshalText]. Its errors are those of [ParseBoard].
func (p *Position) UnmarshalText(text []byte) (err error) {
	board, toMove, _ := strings.Cut(string(text), " ")
	color := Black
	if toMove == "O" {
		color = White
	}
	*p, err = ParseBoard(board, color)
	return err
}
