package rules

// PassCounting decides whether a forced pass uses up depth in [Perft].
type PassCounting bool

// The two conventions in use (A. Bik, "Perft for Reversi",
// http://aartbik.blogspot.com/2009/02/perft-for-reversi.html).
const (
	PassIsPly  PassCounting = true  // a pass uses up one ply of depth
	PassIsFree PassCounting = false // a pass and the move after it are one ply
)

// Perft counts the leaves of the game tree to the given depth in plies. A game that ends earlier
// counts as one leaf; depth 0 or less gives 1. The counts from the start position are published,
// so they verify a move generator.
func Perft(p Position, depth int, passes PassCounting) uint64 {
	if depth <= 0 {
		return 1
	}
	return perft(p.Discs(p.ToMove), p.Discs(p.ToMove.Opponent()), depth, passes)
}

// perft counts the moves of the last ply without playing them.
func perft(own, opp Bitboard, depth int, passes PassCounting) uint64 {
	moves := legal(own, opp)
	if moves.IsEmpty() {
		switch {
		case legal(opp, own).IsEmpty():
			return 1
		case passes == PassIsFree:
			return perft(opp, own, depth, passes)
		case depth == 1:
			return 1
		default:
			return perft(opp, own, depth-1, passes)
		}
	}
	if depth == 1 {
		return uint64(moves.Len())
	}
	var leaves uint64
	for ; moves != 0; moves &= moves - 1 { // not Squares: this is the innermost loop
		s := moves.First()
		flipped := flips(own, opp, s)
		leaves += perft(opp^flipped, own|flipped|s.bit(), depth-1, passes)
	}
	return leaves
}
