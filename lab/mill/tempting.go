package main

import "othellobot/rules"

// What the miner wants of every puzzle.
const (
	fewestEmpties, mostEmpties = 4, 14
	fewestTempting             = 2 // wrong moves that tempt and whose refutation can be shown, above the lowest grade
)

// edges are all squares at the rim of the board.
const edges rules.Bitboard = 0xff818181818181ff

// tempting are the legal moves that seem good at first sight: those to an edge or a
// corner, those that flip most, and the one that a search of one ply finds.
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
