package main

import "othellobot/rules"

// Requirements of the miner.
const (
	fewestEmpties, mostEmpties = 4, 14
	fewestTempting             = 2 // tempting wrong moves with a refutation to show, above the lowest grade
)

// edges holds all squares on the rim of the board.
const edges rules.Bitboard = 0xff818181818181ff

// tempting returns the legal moves that look good: those to an edge or a corner, those
// that flip most, and the best move of a one-ply search.
func tempting(p rules.Position, onePly rules.Square) rules.Bitboard {
	moves := p.Legal()
	most := 0
	for move := range moves.Squares() {
		most = max(most, p.Flips(move).Len())
	}
	tempting := moves & (edges | rules.SetOf(onePly))
	for move := range moves.Squares() {
		if p.Flips(move).Len() == most {
			tempting |= rules.SetOf(move)
		}
	}
	return tempting
}
