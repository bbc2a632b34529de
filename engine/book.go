package engine

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"othellobot/rules"
)

// Book is an opening book: positions near the beginning of the game, each with its good
// moves. It is immutable and safe for concurrent use.
type Book struct{ moves map[board][]RatedMove } // good moves of each canonical board, the best first

// BookEntry is a position of a book. Of its rotations and reflections, the entry holds the one with
// the smallest Own, and of those the one with the smallest Opp.
type BookEntry struct {
	Own, Opp rules.Bitboard // discs of the side to move and of the other side
	Moves    []RatedMove    // moves that a search found good
}

//go:embed book.bin
var ownBook []byte

// OwnBook returns the book that comes with the program; TRAINING.md describes how it was
// made. The first call reads it.
var OwnBook = sync.OnceValue(func() *Book {
	entries, _, _, err := ReadBook(ownBook)
	if err != nil {
		panic(err) // a test reads the same bytes
	}
	return NewBook(entries)
})

// NewBookEntry returns the entry of p with the given moves.
func NewBookEntry(p rules.Position, rated []RatedMove) BookEntry {
	b, t := canonical(boardOf(p))
	e := BookEntry{Own: b.own, Opp: b.opp}
	for _, m := range rated {
		e.Moves = append(e.Moves, RatedMove{t.Square(m.Square), m.Value})
	}
	return e
}

// Position returns the entry's position, with Black to move.
func (e BookEntry) Position() rules.Position { return board{e.Own, e.Opp}.position() }

// NewBook returns a book of entries, whose moves must be legal. A move that leads
// to another entry takes its value from the best reply there.
func NewBook(entries []BookEntry) *Book {
	b := &Book{make(map[board][]RatedMove, len(entries))}
	lastFirst := slices.SortedStableFunc(slices.Values(entries), func(x, y BookEntry) int {
		return cmp.Compare((y.Own | y.Opp).Len(), (x.Own | x.Opp).Len())
	})
	for _, e := range lastFirst {
		p, moves := e.Position(), slices.Clone(e.Moves)
		for i, m := range moves {
			next, _ := p.Play(m.Square) // it is legal
			reply, known := b.Best(next)
			switch {
			case !known:
			case next.ToMove == p.ToMove:
				moves[i].Value = reply.Value
			default:
				moves[i].Value = 0 - reply.Value // -reply.Value could be a negative zero
			}
		}
		sortRated(moves)
		b.moves[board{e.Own, e.Opp}] = moves
	}
	return b
}

// Best returns the best move of p, or false if p is not in the book.
func (b *Book) Best(p rules.Position) (RatedMove, bool) {
	moves := b.Moves(p)
	if len(moves) == 0 {
		return RatedMove{}, false
	}
	return moves[0], true
}

// Moves returns the good moves of p, the best first, or nil if p is not in the book.
func (b *Book) Moves(p rules.Position) (moves []RatedMove) {
	image, t := canonical(boardOf(p))
	known := b.moves[image]
	if len(known) == 0 {
		return nil
	}
	for square := range p.Legal().Squares() {
		if i := slices.IndexFunc(known, func(m RatedMove) bool { return m.Square == t.Square(square) }); i >= 0 {
			moves = append(moves, RatedMove{square, known[i].Value})
		}
	}
	sortRated(moves)
	return moves
}

// Choose returns a move of p with its value, or false if p is not in the book. It adds noise to the
// values, so that games differ. The same position and seed give the same move.
func (b *Book) Choose(p rules.Position, seed uint64) (RatedMove, bool) {
	moves := b.Moves(p)
	if len(moves) == 0 {
		return RatedMove{}, false
	}
	return chooseNoisily(moves, openingNoise, diceFor(p, seed)), true
}

// canonical returns the form of b that a book stores, and the symmetry that maps b to it.
func canonical(b board) (image board, by rules.Symmetry) {
	image = b
	for t := range rules.Symmetries {
		turned := board{t.Bitboard(b.own), t.Bitboard(b.opp)}
		if cmp.Or(cmp.Compare(turned.own, image.own), cmp.Compare(turned.opp, image.opp)) < 0 {
			image, by = turned, t
		}
	}
	return image, by
}

func sortRated(moves []RatedMove) {
	slices.SortStableFunc(moves, func(x, y RatedMove) int { return cmp.Compare(y.Value, x.Value) })
}

// BookHeader begins a book file. The settings that the book was made with and a line feed follow,
// then the entries. An entry is Own and Opp (8 bytes each), the number of moves (1 byte), and the
// moves. A move is its square (1 byte) and its value in 1/[BookUnit] disc (2 bytes). All numbers
// are little-endian.
const (
	BookHeader = "othello book 1: "
	BookUnit   = 8

	bookEntryBytes = 17 // without the moves
	bookMoveBytes  = 3
)

// ErrNotBook reports that a file holds no valid book.
var ErrNotBook = errors.New("engine: not a file of an opening book")

// ReadBook reads the entries and the settings of a book file, up to the first error. whole is the number of
// bytes that the header and these entries take. The error wraps [ErrNotBook], or is
// [io.ErrUnexpectedEOF] if the last entry is cut off.
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
		e.Moves = append(e.Moves, RatedMove{square, float64(int16(binary.LittleEndian.Uint16(stored[1:]))) / BookUnit})
	}
	if len(e.Moves) == 0 {
		return BookEntry{}, 0, fmt.Errorf("%w: a position without moves", ErrNotBook)
	}
	return e, size, nil
}
