//go:build !amd64

package engine

import "othellobot/rules"

const vectors = false

func playVectors(_, _ *node, _ int) (_, _ rules.Bitboard) { return 0, 0 }

func repliesVectors(_ *board, _, _ rules.Bitboard, _ int) rules.Bitboard { return 0 }

func movesVectors(_, _ rules.Bitboard) rules.Bitboard { return 0 }

func flipsVectors(_, _ rules.Bitboard, _ int) rules.Bitboard { return 0 }
