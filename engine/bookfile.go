package engine

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"othellobot/rules"
)

// A file of a book begins with a line: bookMagic and the settings that it was made with.
// Behind it stand entries. Each has Own and Opp, 8 bytes each, the number of moves, a
// byte, and then these: a byte for the square and 2 for the value in 1/bookUnit disc.
// All is in little-endian order.
const (
	bookMagic      = "othello book 1: "
	bookUnit       = 8
	bookEntryBytes = 17
	bookMoveBytes  = 3
)

// ErrNotBook says that a file holds no book that can be read.
var ErrNotBook = errors.New("engine: not a file of an opening book")

// AppendBookHeader appends the beginning of a file with such settings, which must be one
// line.
func AppendBookHeader(to []byte, settings string) []byte {
	return append(to, bookMagic+settings+"\n"...)
}

// AppendBookEntry appends an entry to what is to be written to a file. Values are
// rounded to an eighth of a disc.
func AppendBookEntry(to []byte, e BookEntry) []byte {
	to = binary.LittleEndian.AppendUint64(to, uint64(e.Own))
	to = binary.LittleEndian.AppendUint64(to, uint64(e.Opp))
	to = append(to, byte(len(e.Moves)))
	for _, m := range e.Moves {
		to = append(to, byte(m.Square))
		to = binary.LittleEndian.AppendUint16(to, uint16(int16(math.Round(m.Value*bookUnit))))
	}
	return to
}

// ReadBook reads a file: its entries, its settings, and how many bytes these take. The
// error wraps [ErrNotBook], is that of from, or is [io.ErrUnexpectedEOF] if the last
// entry is cut off: those before it are given nevertheless.
func ReadBook(from io.Reader) (entries []BookEntry, settings string, whole int64, err error) {
	in := bufio.NewReader(from)
	line, err := in.ReadString('\n')
	settings, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), bookMagic)
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		return nil, "", 0, err
	case err != nil || !ok:
		return nil, "", 0, fmt.Errorf("%w: it does not begin with %q", ErrNotBook, bookMagic)
	}
	whole = int64(len(line))
	for {
		e, err := readBookEntry(in)
		if errors.Is(err, io.EOF) {
			return entries, settings, whole, nil
		}
		if err != nil {
			return entries, settings, whole, err
		}
		entries = append(entries, e)
		whole += bookEntryBytes + bookMoveBytes*int64(len(e.Moves))
	}
}

// readBookEntry reads an entry and checks it. The error is [io.EOF] behind the last one.
func readBookEntry(from io.Reader) (e BookEntry, err error) {
	var head [bookEntryBytes]byte
	if _, err := io.ReadFull(from, head[:]); err != nil {
		return BookEntry{}, err
	}
	e.Own = rules.Bitboard(binary.LittleEndian.Uint64(head[:]))
	e.Opp = rules.Bitboard(binary.LittleEndian.Uint64(head[8:]))
	b := board{e.Own, e.Opp}
	if image, _ := canonical(b); b.own&b.opp != 0 || image != b {
		return BookEntry{}, fmt.Errorf("%w: %016x and %016x are no canonical board", ErrNotBook, e.Own, e.Opp)
	}
	var seen rules.Bitboard
	for range head[16] {
		var stored [bookMoveBytes]byte
		switch _, err := io.ReadFull(from, stored[:]); {
		case errors.Is(err, io.EOF):
			return BookEntry{}, io.ErrUnexpectedEOF
		case err != nil:
			return BookEntry{}, err
		}
		square := rules.Square(stored[0])
		if square > h8 || seen.Has(square) || !b.moves().Has(square) {
			return BookEntry{}, fmt.Errorf("%w: a move on square %d", ErrNotBook, stored[0])
		}
		seen |= 1 << square
		value := float64(int16(binary.LittleEndian.Uint16(stored[1:]))) / bookUnit
		e.Moves = append(e.Moves, Rated{square, value})
	}
	if len(e.Moves) == 0 {
		return BookEntry{}, fmt.Errorf("%w: a position without moves", ErrNotBook)
	}
	return e, nil
}
