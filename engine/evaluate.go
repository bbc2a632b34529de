package engine

import "othellobot/rules"

// What level 3 takes things to be worth to the side that has more of them. Only
// the proportions matter; they were chosen by play against each other.
const (
	moveWorth     = 8
	frontierWorth = -5 // a disc beside an empty square, where the opponent may find a move
	cornerWorth   = 80
	xSquareWorth  = -40 // while its corner is empty
	cSquareWorth  = -15 // while its corner is empty

	lateEmpties = 16 // discs begin to count with fewer empties than this
)

// evaluate judges a board on which the side to move has the given moves,
// positive if that side is better off. It never comes near won.
func evaluate(b board, moves rules.Bitboard) int {
	empties := b.empties()
	near := neighbours(corners & empties)
	v := moveWorth*(moves.Len()-b.pass().moves().Len()) +
		frontierWorth*lead(b, neighbours(empties)) +
		cornerWorth*lead(b, corners) +
		xSquareWorth*lead(b, near&xSquares) +
		cSquareWorth*lead(b, near&cSquares)
	if late := lateEmpties - empties.Len(); late > 0 {
		v += late * lead(b, everywhere) / 4
	}
	return v
}

// lead is how many more discs the side to move has in the set.
func lead(b board, set rules.Bitboard) int {
	return (b.own & set).Len() - (b.opp & set).Len()
}
