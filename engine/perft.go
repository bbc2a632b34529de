package engine

import "othellobot/rules"

// Perft counts the leaves of the game tree as [rules.Perft] does, with the
// engine's own move generator, which it proves and measures.
func Perft(p rules.Position, depth int, passes rules.PassCounting) uint64 {
	if depth <= 0 {
		return 1
	}
	b := boardOf(p)
	return b.perft(b.moves(), depth, passes)
}

// perft counts in bulk: the moves of the last ply are counted, not made. The side to move
// has those given.
func (b board) perft(moves rules.Bitboard, depth int, passes rules.PassCounting) uint64 {
	if moves == 0 {
		return b.perftPassed(depth, passes)
	}
	if depth == 1 {
		return uint64(moves.Len())
	}
	var leaves uint64
	var next board
	for ; moves != 0; moves &= moves - 1 {
		replies := b.answer(moves.First(), &next)
		leaves += next.perft(replies, depth-1, passes)
	}
	return leaves
}

// perftPassed is perft where the side to move has no move.
func (b board) perftPassed(depth int, passes rules.PassCounting) uint64 {
	b = b.pass()
	moves := b.moves()
	switch {
	case moves == 0:
		return 1
	case passes == rules.PassIsFree:
		return b.perft(moves, depth, passes)
	case depth == 1:
		return 1
	}
	return b.perft(moves, depth-1, passes)
}
