package lesson

// Number names a lesson, from 1 to [Last]. Stores and messages keep numbers, so they must not change.
type Number int

const (
	Rules Number = iota + 1
	Corners
	XSquares // and C squares
	FewDiscs
	Mobility
	QuietMoves
	Edges
	StableDiscs
	Parity
	Pass

	Last = Pass
)
