package engine

import (
	"golang.org/x/sys/cpu"

	"othellobot/rules"
)

// vectors reports whether the processor has AVX2. If so, kernels_amd64.s processes the four axes of
// the board at once and keeps all features in three registers. Its functions return the same
// results as node.play, board.replies, legalMoves and flipsOf.
var vectors = cpu.X86.HasAVX2

//go:noescape
func playVectors(next, from *node, s int) (moves, theirs rules.Bitboard)

//go:noescape
func repliesVectors(next *board, own, opp rules.Bitboard, s int) (moves rules.Bitboard)

//go:noescape
func movesVectors(own, opp rules.Bitboard) (moves rules.Bitboard)

//go:noescape
func flipsVectors(own, opp rules.Bitboard, s int) (flipped rules.Bitboard)

// rays holds eight rays for each square: first the four toward higher square numbers, then
// their opposites, in the axis order of kernels_amd64.s.
//
//lint:ignore U1000 only kernels_amd64.s reads them
var rays = bySquare(func(s rules.Square) [8]rules.Bitboard {
	return [...]rules.Bitboard{
		ray(s, 1, 0), ray(s, 0, 1), ray(s, -1, 1), ray(s, 1, 1),
		ray(s, -1, 0), ray(s, 0, -1), ray(s, 1, -1), ray(s, -1, -1),
	}
})
