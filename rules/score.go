package rules

import "strconv"

// Score is a number of discs for each side.
type Score struct {
	Black, White int
}

// Score returns the plain disc count. The game need not be over.
func (p Position) Score() Score { return Score{p.Black.Len(), p.White.Len()} }

// FinalScore returns the official score of a finished game: the winner also gets the empty
// squares, and equal discs are 32–32. The result is meaningless before the game is over.
func (p Position) FinalScore() Score {
	s := p.Score()
	switch empties := 64 - s.Black - s.White; {
	case s.Black > s.White:
		s.Black += empties
	case s.White > s.Black:
		s.White += empties
	default:
		s = Score{32, 32}
	}
	return s
}

// Of returns the number of discs of one side.
func (s Score) Of(c Color) int {
	if c == Black {
		return s.Black
	}
	return s.White
}

// Leader returns the side with more discs, or false if both have the same number.
func (s Score) Leader() (Color, bool) {
	if s.White > s.Black {
		return White, true
	}
	return Black, s.Black > s.White
}

// String returns the two numbers with an en dash, Black's first: "42–22".
func (s Score) String() string { return strconv.Itoa(s.Black) + "–" + strconv.Itoa(s.White) }
