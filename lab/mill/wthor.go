package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"othellobot/record"
	"othellobot/rules"
)

// A WTHOR file, with the extension .wtb, has a header of 16 bytes and 68 bytes for each
// game. Numbers are little-endian (https://www.ffothello.org/wthor/Format_WThor.pdf).
const (
	wthorHeader = 16
	wthorGame   = 68
	wthorMoves  = 8 // offset of the moves in a game
)

// errNotWTHOR reports that a file is not a WTHOR file of games.
var errNotWTHOR = errors.New("not a file of WTHOR games")

// readWTHOR reads a file of tournament games. The error wraps [errNotWTHOR] for another
// format or board, and [*rules.ReplayError] for an illegal move.
func readWTHOR(file []byte) (games []record.Game, err error) {
	if len(file) < wthorHeader || len(file) != wthorHeader+wthorGame*int(binary.LittleEndian.Uint32(file[4:])) {
		return nil, fmt.Errorf("%w: another size than it says", errNotWTHOR)
	}
	if size, kind := file[12], file[13]; size != 0 && size != 8 || kind > 1 {
		return nil, fmt.Errorf("%w: a board of size %d, or a file of kind %d", errNotWTHOR, size, kind)
	}
	for stored := range slices.Chunk(file[wthorHeader:], wthorGame) {
		g := record.Game{Start: rules.Start(), Number: len(games) + 1}
		for n, m := range stored[wthorMoves:] {
			row, column := int(m/10)-1, int(m%10)-1
			switch {
			case m == 0:
			case row < 0 || row > 7 || column < 0 || column > 7 || n > len(g.Moves):
				return nil, fmt.Errorf("%w: game %d: %d is not a move", errNotWTHOR, g.Number, m)
			default:
				g.Moves = append(g.Moves, rules.SquareAt(column, row))
			}
		}
		if _, err := rules.Replay(g.Start, g.Moves); err != nil {
			return nil, fmt.Errorf("game %d: %w", g.Number, err)
		}
		games = append(games, g)
	}
	return games, nil
}
