package engine

import "othellobot/rules"

// Perft counts the leaves of the game tree to a depth in plies, to verify and measure the
// engine's move generator. A pass takes a ply, and a game that ends early is one leaf.
func Perft(p rules.Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	b := boardOf(p)
	return b.perft(b.moves(), depth)
}

// perft counts the moves of the last ply without making them.
func (b board) perft(moves rules.Bitboard, depth int) uint64 {
	if moves == 0 {
		b = b.pass()
		if moves = b.moves(); moves == 0 || depth == 1 {
			return 1
		}
		return b.perft(moves, depth-1)
	}
	if depth == 1 {
		return uint64(moves.Len())
	}
	var leaves uint64
	var next board
	for ; moves != 0; moves &= moves - 1 {
		replies := b.answer(moves.First(), &next)
		leaves += next.perft(replies, depth-1)
	}
	return leaves
}
