package engine

import "othellobot/rules"

// Perft counts the leaves of the game tree as [rules.Perft] does, with the
// engine's own move generator, which it proves and measures.
func Perft(p rules.Position, depth int, passes rules.PassCounting) uint64 {
	if depth <= 0 {
		return 1
	}
	return boardOf(p).perft(depth, passes)
}

// perft counts in bulk: the moves of the last ply are counted, not made.
func (b board) perft(depth int, passes rules.PassCounting) uint64 {
	moves := b.moves()
	if moves == 0 {
		return b.perftPassed(depth, passes)
	}
	if depth == 1 {
		return uint64(moves.Len())
	}
	var leaves uint64
	for ; moves != 0; moves &= moves - 1 {
		leaves += b.play(moves.First()).perft(depth-1, passes)
	}
	return leaves
}

// perftPassed is perft where the side to move has no move.
func (b board) perftPassed(depth int, passes rules.PassCounting) uint64 {
	b = b.pass()
	switch {
	case b.moves() == 0:
		return 1
	case passes == rules.PassIsFree:
		return b.perft(depth, passes)
	case depth == 1:
		return 1
	}
	return b.perft(depth-1, passes)
}
