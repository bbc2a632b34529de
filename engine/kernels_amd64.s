#include "go_asm.h"
#include "textflag.h"

// Each of the four lanes of a register works on one axis: row, column, counter-diagonal
// or main diagonal. axes holds the distance between neighbouring squares on each axis. inner
// holds the squares that a line along the axis can cross without wrapping around the edge.
DATA axes<>+0(SB)/8, $1
DATA axes<>+8(SB)/8, $8
DATA axes<>+16(SB)/8, $7
DATA axes<>+24(SB)/8, $9
GLOBL axes<>(SB), RODATA|NOPTR, $32

DATA inner<>+0(SB)/8, $0x7e7e7e7e7e7e7e7e
DATA inner<>+8(SB)/8, $0xffffffffffffffff
DATA inner<>+16(SB)/8, $0x7e7e7e7e7e7e7e7e
DATA inner<>+24(SB)/8, $0x7e7e7e7e7e7e7e7e
GLOBL inner<>(SB), RODATA|NOPTR, $32

// AXES loads the distances of axes into Y10, twice the distances into Y11, and four times
// the distances into Y12.
#define AXES \
	VMOVDQU axes<>(SB), Y10; \
	VPADDQ Y10, Y10, Y11; \
	VPADDQ Y11, Y11, Y12

// FLIPS computes the discs that a move turns over.
//   Input:    the square of the move in CX, own in all lanes of Y0, opp in all lanes of Y1.
//   Output:   the flipped discs in the low word of X4.
//   Destroys: R8, DX, Y2 to Y9.
// It reads four rays toward higher squares (Y2) and four toward lower squares (Y3).
// On a ray toward higher squares, it takes the first square without a disc of opp: the
// lowest bit. If own has a disc there, all squares before it are flipped.
// On a ray toward lower squares, it compares own's discs with the empty squares. If the
// highest disc of own is above the highest empty square, all squares above that disc are
// flipped.
#define FLIPS \
	MOVQ CX, DX; \
	SHLQ $6, DX; \
	LEAQ ·rays(SB), R8; \
	VMOVDQU (R8)(DX*1), Y2; \
	VMOVDQU 32(R8)(DX*1), Y3; \
	VPXOR Y5, Y5, Y5; \
	VPANDN Y2, Y1, Y4; \
	VPSUBQ Y4, Y5, Y6; \
	VPAND Y4, Y6, Y4; \
	VPAND Y0, Y4, Y4; \
	VPCMPEQQ Y5, Y4, Y6; \
	VPCMPEQQ Y7, Y7, Y7; \
	VPSUBQ Y6, Y4, Y4; \
	VPADDQ Y7, Y4, Y4; \
	VPAND Y2, Y4, Y4; \
	VPAND Y0, Y3, Y8; \
	VPANDN Y3, Y1, Y9; \
	VPANDN Y9, Y0, Y9; \
	VPCMPGTQ Y9, Y8, Y9; \
	VPSRLVQ Y10, Y8, Y7; \
	VPOR Y8, Y7, Y8; \
	VPSRLVQ Y11, Y8, Y7; \
	VPOR Y8, Y7, Y8; \
	VPSRLVQ Y12, Y8, Y7; \
	VPOR Y8, Y7, Y8; \
	VPANDN Y9, Y8, Y8; \
	VPAND Y3, Y8, Y8; \
	VPOR Y8, Y4, Y4; \
	VEXTRACTI128 $1, Y4, X5; \
	VPOR X4, X5, X4; \
	VPSHUFD $0x4e, X4, X5; \
	VPOR X4, X5, X4

// TURN makes the move on CX, whose flipped discs are in X4, and exchanges the sides: Y0 then
// holds the discs of the opponent, who moves next, and Y1 those of the side that moved.
// It destroys R8, Y4 and Y5.
#define TURN \
	MOVQ $1, R8; \
	SHLQ CX, R8; \
	VMOVQ R8, X5; \
	VPOR X4, X5, X5; \
	VPBROADCASTQ X4, Y4; \
	VPBROADCASTQ X5, Y5; \
	VPXOR Y4, Y1, Y4; \
	VPOR Y5, Y0, Y1; \
	VMOVDQA Y4, Y0

// BEHIND finds runs of squares in crossed that begin next to a square of set. It stores the
// squares just behind these runs in out, in both directions of each axis. It follows behindUp
// and behindDown in kernels.go. down, pairs and step are registers for intermediate results.
#define BEHIND(set, crossed, out, down, pairs, step) \
	VPSLLVQ Y10, set, out; \
	VPSRLVQ Y10, set, down; \
	VPSLLVQ Y10, crossed, pairs; \
	VPAND crossed, out, out; \
	VPAND crossed, down, down; \
	VPAND crossed, pairs, pairs; \
	VPSLLVQ Y10, out, step; \
	VPAND crossed, step, step; \
	VPOR step, out, out; \
	VPSRLVQ Y10, down, step; \
	VPAND crossed, step, step; \
	VPOR step, down, down; \
	VPSLLVQ Y11, out, step; \
	VPAND pairs, step, step; \
	VPOR step, out, out; \
	VPSLLVQ Y11, out, step; \
	VPAND pairs, step, step; \
	VPOR step, out, out; \
	VPSRLVQ Y10, pairs, pairs; \
	VPSRLVQ Y11, down, step; \
	VPAND pairs, step, step; \
	VPOR step, down, down; \
	VPSRLVQ Y11, down, step; \
	VPAND pairs, step, step; \
	VPOR step, down, down; \
	VPSLLVQ Y10, out, out; \
	VPSRLVQ Y10, down, down; \
	VPOR down, out, out

// func playVectors(next, from *node, s int) (moves, theirs rules.Bitboard)
TEXT ·playVectors(SB), NOSPLIT, $0-40
	MOVQ next+0(FP), DI
	MOVQ from+8(FP), SI
	MOVQ s+16(FP), CX
	VPBROADCASTQ (SI), Y0
	VPBROADCASTQ 8(SI), Y1
	AXES
	FLIPS
	VMOVQ X4, AX
	TURN
	VMOVQ X0, (DI)
	VMOVQ X1, 8(DI)

	// Find the squares behind runs, for the moves of both sides. Then put both results into X6,
	// and remove the occupied squares.
	VPAND inner<>(SB), Y1, Y2
	VPAND inner<>(SB), Y0, Y3
	BEHIND(Y0, Y2, Y4, Y5, Y6, Y7)
	BEHIND(Y1, Y3, Y5, Y6, Y7, Y8)
	VPOR Y0, Y1, Y0
	VPUNPCKLQDQ Y5, Y4, Y6
	VPUNPCKHQDQ Y5, Y4, Y7
	VPOR Y6, Y7, Y6
	VEXTRACTI128 $1, Y6, X7
	VPOR X6, X7, X6
	VPANDN X6, X0, X6
	VMOVQ X6, moves+24(FP)
	VPEXTRQ $1, X6, theirs+32(FP)

	// Update the features, twelve words in three registers. Sum up the weight of the move's
	// square and twice the weight of each flipped disc. Then turn each digit d into 2-d.
	MOVQ ·lanes(SB), R9
	LEAQ ·doubled(SB), R10
	IMUL3Q $(const_featureWords*8), CX, CX
	LEAQ layout_weight(R9)(CX*1), R8
	VMOVDQU (R8), Y0
	VMOVDQU 32(R8), Y1
	VMOVDQU 64(R8), Y2
	JMP more
turn:
	BSFQ AX, CX
	LEAQ -1(AX), DX
	ANDQ DX, AX
	IMUL3Q $(const_featureWords*8), CX, CX
	VPADDQ (R10)(CX*1), Y0, Y0
	VPADDQ 32(R10)(CX*1), Y1, Y1
	VPADDQ 64(R10)(CX*1), Y2, Y2
more:
	TESTQ AX, AX
	JNZ turn
	VPADDQ layout_highest+0(R9), Y0, Y0
	VPADDQ layout_highest+32(R9), Y1, Y1
	VPADDQ layout_highest+64(R9), Y2, Y2
	VPSUBQ node_features+0(SI), Y0, Y0
	VPSUBQ node_features+32(SI), Y1, Y1
	VPSUBQ node_features+64(SI), Y2, Y2
	VMOVDQU Y0, node_features+0(DI)
	VMOVDQU Y1, node_features+32(DI)
	VMOVDQU Y2, node_features+64(DI)
	VZEROUPPER
	RET

// func repliesVectors(next *board, own, opp rules.Bitboard, s int) (moves rules.Bitboard)
TEXT ·repliesVectors(SB), NOSPLIT, $0-40
	MOVQ next+0(FP), DI
	VPBROADCASTQ own+8(FP), Y0
	VPBROADCASTQ opp+16(FP), Y1
	MOVQ s+24(FP), CX
	AXES
	FLIPS
	TURN
	VMOVQ X0, (DI)
	VMOVQ X1, 8(DI)
	VPAND inner<>(SB), Y1, Y2
	BEHIND(Y0, Y2, Y4, Y5, Y6, Y7)
	VPOR Y0, Y1, Y0
	VEXTRACTI128 $1, Y4, X5
	VPOR X4, X5, X4
	VPSHUFD $0x4e, X4, X5
	VPOR X4, X5, X4
	VPANDN X4, X0, X4
	VMOVQ X4, moves+32(FP)
	VZEROUPPER
	RET

// func movesVectors(own, opp rules.Bitboard) (moves rules.Bitboard)
TEXT ·movesVectors(SB), NOSPLIT, $0-24
	VPBROADCASTQ own+0(FP), Y0
	VPBROADCASTQ opp+8(FP), Y1
	AXES
	VPAND inner<>(SB), Y1, Y2
	BEHIND(Y0, Y2, Y4, Y5, Y6, Y7)
	VPOR Y0, Y1, Y0
	VEXTRACTI128 $1, Y4, X5
	VPOR X4, X5, X4
	VPSHUFD $0x4e, X4, X5
	VPOR X4, X5, X4
	VPANDN X4, X0, X4
	VMOVQ X4, moves+16(FP)
	VZEROUPPER
	RET

// func flipsVectors(own, opp rules.Bitboard, s int) (flipped rules.Bitboard)
TEXT ·flipsVectors(SB), NOSPLIT, $0-32
	VPBROADCASTQ own+0(FP), Y0
	VPBROADCASTQ opp+8(FP), Y1
	MOVQ s+16(FP), CX
	AXES
	FLIPS
	VMOVQ X4, flipped+24(FP)
	VZEROUPPER
	RET
