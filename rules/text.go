package rules

import "strings"

// MarshalText returns the output of [Bitboard.String].
func (b Bitboard) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

// UnmarshalText reads the output of [Bitboard.MarshalText]. Its error is a [*NotationError].
func (b *Bitboard) UnmarshalText(text []byte) error {
	squares, err := ParseTranscript(string(text))
	if err == nil {
		*b = SetOf(squares...)
	}
	return err
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
