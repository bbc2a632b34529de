package record

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"

	"othellobot/rules"
)

// A file of the WTHOR base, with the ending .wtb, is a header of 16 bytes and 68 bytes
// for each game, numbers in little-endian order
// (https://www.ffothello.org/wthor/Format_WThor.pdf).
const (
	wthorHeader = 16
	wthorGame   = 68
	wthorMoves  = 60
)

// ErrNotWTHOR says that a file is not one of games of the WTHOR base.
var ErrNotWTHOR = errors.New("record: not a file of WTHOR games")

// WTHOR is a file of tournament games, all of one year.
type WTHOR struct {
	Made  [3]int // year, month and day on which the file was made, year 0 to 25599
	Year  uint16 // of the games
	Depth uint8  // empty squares from which theoretical scores were found
	Games []WTHORGame
}

// WTHORGame is a tournament game.
type WTHORGame struct {
	Tournament, Black, White uint16 // their numbers in the base's lists of names
	Score                    uint8  // Black's discs at the end, as the base has them
	Theoretical              uint8  // the same with perfect play from WTHOR.Depth on
	Moves                    []rules.Square
}

// ReadWTHOR reads a file to its end. The error wraps [ErrNotWTHOR] if it has another
// form or board, and [*rules.ReplayError] if a move is illegal.
func ReadWTHOR(from io.Reader) (*WTHOR, error) {
	var header [wthorHeader]byte
	if _, err := io.ReadFull(from, header[:]); err != nil {
		return nil, fmt.Errorf("%w: header: %w", ErrNotWTHOR, err)
	}
	if size := header[12]; size != 0 && size != 8 {
		return nil, fmt.Errorf("%w: a board of size %d", ErrNotWTHOR, size)
	}
	if header[13] > 1 {
		return nil, fmt.Errorf("%w: a file of kind %d", ErrNotWTHOR, header[13])
	}
	w := &WTHOR{
		Made:  [3]int{100*int(header[0]) + int(header[1]), int(header[2]), int(header[3])},
		Year:  binary.LittleEndian.Uint16(header[10:]),
		Depth: header[14],
	}
	for n := range binary.LittleEndian.Uint32(header[4:]) {
		var stored [wthorGame]byte
		if _, err := io.ReadFull(from, stored[:]); err != nil {
			return nil, fmt.Errorf("%w: game %d: %w", ErrNotWTHOR, n+1, err)
		}
		g, err := wthorGameOf(stored)
		if err != nil {
			return nil, fmt.Errorf("game %d: %w", n+1, err)
		}
		w.Games = append(w.Games, g)
	}
	if _, err := io.ReadFull(from, make([]byte, 1)); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%w: more than it says", ErrNotWTHOR)
	}
	return w, nil
}

func wthorGameOf(stored [wthorGame]byte) (WTHORGame, error) {
	g := WTHORGame{
		Tournament:  binary.LittleEndian.Uint16(stored[0:]),
		Black:       binary.LittleEndian.Uint16(stored[2:]),
		White:       binary.LittleEndian.Uint16(stored[4:]),
		Score:       stored[6],
		Theoretical: stored[7],
	}
	moves := stored[wthorGame-wthorMoves:]
	if end := slices.Index(moves, 0); end >= 0 {
		if slices.ContainsFunc(moves[end:], func(m byte) bool { return m != 0 }) {
			return g, fmt.Errorf("%w: a move behind the last", ErrNotWTHOR)
		}
		moves = moves[:end]
	}
	for _, m := range moves {
		file, rank := int(m%10)-1, int(m/10)-1
		if file < 0 || file > 7 || rank < 0 || rank > 7 {
			return g, fmt.Errorf("%w: %d is no move", ErrNotWTHOR, m)
		}
		g.Moves = append(g.Moves, rules.SquareAt(file, rank))
	}
	_, err := rules.Replay(rules.Start(), g.Moves)
	return g, err
}

// Append appends the file to to, in the form that [ReadWTHOR] reads.
func (w *WTHOR) Append(to []byte) []byte {
	to = append(to, byte(w.Made[0]/100), byte(w.Made[0]%100), byte(w.Made[1]), byte(w.Made[2]))
	to = binary.LittleEndian.AppendUint32(to, uint32(len(w.Games)))
	to = append(to, 0, 0) // the number of names in other files of the base
	to = binary.LittleEndian.AppendUint16(to, w.Year)
	to = append(to, 8, 0, w.Depth, 0)
	for _, g := range w.Games {
		to = binary.LittleEndian.AppendUint16(to, g.Tournament)
		to = binary.LittleEndian.AppendUint16(to, g.Black)
		to = binary.LittleEndian.AppendUint16(to, g.White)
		to = append(to, g.Score, g.Theoretical)
		for _, s := range g.Moves {
			to = append(to, byte(10*(s.Row()+1)+s.Column()+1))
		}
		to = append(to, make([]byte, wthorMoves-len(g.Moves))...)
	}
	return to
}
