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

// A book file begins with a line of bookMagic and the settings it was made with. Entries
// follow, in little-endian order: Own and Opp (8 bytes each), the number of moves (1
// byte), and the moves. A move is its square (1 byte) and its value in 1/bookUnit disc (2
// bytes).
const (
	bookMagic      = "othello book 1: "
	bookUnit       = 8
	bookEntryBytes = 17
	bookMoveBytes  = 3
)

// ErrNotBook reports that a file holds no valid book.
var ErrNotBook = errors.New("engine: not a file of an opening book")

// AppendBookHeader appends the header of a book file. settings must be one line.
func AppendBookHeader(to []byte, settings string) []byte {
	return append(to, bookMagic+settings+"\n"...)
}

// AppendBookEntry appends an entry of a book file. Values are rounded to an eighth of a
// disc.
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

// ReadBook reads the entries and the settings of a book file. whole is the number of
// bytes that the header and the complete entries take. The error wraps [ErrNotBook], is
// an error of from, or is [io.ErrUnexpectedEOF] if the last entry is cut off. Entries
// before an error are returned, too.
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

// readBookEntry reads and checks an entry. It returns [io.EOF] after the last entry.
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
