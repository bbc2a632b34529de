package engine

import (
	"bytes"
	"cmp"
	_ "embed"
	"slices"
	"sync"

	"othellobot/rules"
)

// Book is an opening book: positions near the beginning of the game with their good
// moves and what these are worth. A move is worth what the best reply in the book is,
// and where the book ends what a search has found. A book does not change, and may be
// used concurrently.
type Book struct{ moves map[board][]Rated } // of canonical boards, the best first

// BookEntry is a position of a book: of all its images by symmetry the one with the
// least Own, then Opp. Moves are those that a search found good.
type BookEntry struct {
	Own, Opp rules.Bitboard // of the side to move and of the other side
	Moves    []Rated
}

//go:embed book.bin
var ownBook []byte

// OwnBook gives the book that comes with the program; TRAINING.md tells how it was made.
// It is read at the first call.
var OwnBook = sync.OnceValue(func() *Book {
	entries, _, _, err := ReadBook(bytes.NewReader(ownBook))
	if err != nil {
		panic(err) // a test reads the same bytes
	}
	return NewBook(entries)
})

// NewBookEntry is a position with its moves as a search has valued them.
func NewBookEntry(p rules.Position, rated []Rated) BookEntry {
	b, t := canonical(boardOf(p))
	e := BookEntry{Own: b.own, Opp: b.opp}
	for _, m := range rated {
		e.Moves = append(e.Moves, Rated{t.Square(m.Square), m.Value})
	}
	return e
}

// Position is the entry's position with the side to move as Black.
func (e BookEntry) Position() rules.Position { return board{e.Own, e.Opp}.position() }

// NewBook makes a book of entries whose moves are legal. Values are handed up from the
// last positions to the first.
func NewBook(entries []BookEntry) *Book {
	b := &Book{make(map[board][]Rated, len(entries))}
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
				moves[i].Value = 0 - reply.Value // not -0
			}
		}
		sortRated(moves)
		b.moves[board{e.Own, e.Opp}] = moves
	}
	return b
}

// Best is the best move of p, and false if p is not in the book.
func (b *Book) Best(p rules.Position) (Rated, bool) {
	moves := b.Moves(p)
	if len(moves) == 0 {
		return Rated{}, false
	}
	return moves[0], true
}

// Moves are the good moves of p, the best first; none if p is not in the book.
func (b *Book) Moves(p rules.Position) (moves []Rated) {
	image, t := canonical(boardOf(p))
	known := b.moves[image]
	if len(known) == 0 {
		return nil
	}
	for square := range p.Legal().Squares() {
		if i := slices.IndexFunc(known, func(m Rated) bool { return m.Square == t.Square(square) }); i >= 0 {
			moves = append(moves, Rated{square, known[i].Value})
		}
	}
	sortRated(moves)
	return moves
}

// Choose is a move of p from the book with its value, and false if p is not in the book.
// Good moves are chosen as in openings without a book: by noise, so that games differ.
// The same position and seed give the same move.
func (b *Book) Choose(p rules.Position, seed uint64) (Rated, bool) {
	moves := b.Moves(p)
	if len(moves) == 0 {
		return Rated{}, false
	}
	square := noisy(moves, openingNoise, luck(p, seed))
	return moves[slices.IndexFunc(moves, func(m Rated) bool { return m.Square == square })], true
}

// canonical is the image of a board that a book has, and the symmetry that leads there.
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

// sortRated brings the best to the front; among equals the order stays.
func sortRated(moves []Rated) {
	slices.SortStableFunc(moves, func(x, y Rated) int { return cmp.Compare(y.Value, x.Value) })
}
