package engine

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"othellobot/rules"
)

// BookHeader begins a book file. The settings that the book was made with and a line feed
// follow, then the entries. An entry is Own and Opp (8 bytes each), the number of moves (1
// byte), and the moves. A move is its square (1 byte) and its value in 1/[BookUnit] disc (2
// bytes). All numbers are little-endian.
const BookHeader = "othello book 1: "

// BookUnit is the value that stands for one disc in a book file.
const BookUnit = 8

const (
	bookEntryBytes = 17 // without the moves
	bookMoveBytes  = 3
)

// ErrNotBook reports that a file holds no valid book.
var ErrNotBook = errors.New("engine: not a file of an opening book")

// ReadBook reads the entries and the settings of a book file. whole is the number of
// bytes that the header and the complete entries take. The error wraps [ErrNotBook], or is
// [io.ErrUnexpectedEOF] if the last entry is cut off. Entries before an error are
// returned, too.
func ReadBook(file []byte) (entries []BookEntry, settings string, whole int, err error) {
	line, _, ends := bytes.Cut(file, []byte("\n"))
	settings, begins := strings.CutPrefix(string(line), BookHeader)
	if !begins || !ends {
		return nil, "", 0, fmt.Errorf("%w: it does not begin with %q", ErrNotBook, BookHeader)
	}
	for whole = len(line) + 1; whole < len(file); {
		e, size, err := readBookEntry(file[whole:])
		if err != nil {
			return entries, settings, whole, err
		}
		entries = append(entries, e)
		whole += size
	}
	return entries, settings, whole, nil
}

// readBookEntry reads and checks the first entry of file, and returns its size in bytes.
func readBookEntry(file []byte) (e BookEntry, size int, err error) {
	if len(file) >= bookEntryBytes {
		size = bookEntryBytes + bookMoveBytes*int(file[bookEntryBytes-1])
	}
	if size == 0 || len(file) < size {
		return BookEntry{}, 0, io.ErrUnexpectedEOF
	}
	e.Own = rules.Bitboard(binary.LittleEndian.Uint64(file))
	e.Opp = rules.Bitboard(binary.LittleEndian.Uint64(file[8:]))
	b := board{e.Own, e.Opp}
	if image, _ := canonical(b); b.own&b.opp != 0 || image != b {
		return BookEntry{}, 0, fmt.Errorf("%w: %016x and %016x are no canonical board", ErrNotBook, e.Own, e.Opp)
	}
	left := b.moves()
	for stored := range slices.Chunk(file[bookEntryBytes:size], bookMoveBytes) {
		square := rules.Square(stored[0])
		if !left.Has(square) {
			return BookEntry{}, 0, fmt.Errorf("%w: a move on square %d", ErrNotBook, square)
		}
		left &^= 1 << square
		e.Moves = append(e.Moves, Rated{square, float64(int16(binary.LittleEndian.Uint16(stored[1:]))) / BookUnit})
	}
	if len(e.Moves) == 0 {
		return BookEntry{}, 0, fmt.Errorf("%w: a position without moves", ErrNotBook)
	}
	return e, size, nil
}
