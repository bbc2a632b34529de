package review_test

import (
	"maps"
	"slices"
	"testing"

	"othellobot/engine"
	"othellobot/rules"
)

// These are the rules of the game once more, square by square, for tests that must not trust the package's own way
// to look at a board.

// naive is a position. A square holds 'X' for Black, 'O' for White, or 0.
type naive struct {
	discs [64]byte
	mover byte
}

func naiveStart() naive {
	n := naive{mover: 'X'}
	n.discs[27], n.discs[36], n.discs[28], n.discs[35] = 'O', 'O', 'X', 'X'
	return n
}

func foe(side byte) byte { return 'X' + 'O' - side }

var allSides = [2]byte{'X', 'O'} // in the order of rules.Color

// turned returns the squares whose discs turn over if side plays on square, or nil if it may not.
func (n *naive) turned(side byte, square int) (list []int) {
	if n.discs[square] != 0 {
		return nil
	}
	for _, way := range [8][2]int{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}} {
		var line []int
		for row, column := square/8+way[0], square%8+way[1]; row >= 0 && row < 8 && column >= 0 && column < 8; row, column = row+way[0], column+way[1] {
			switch n.discs[8*row+column] {
			case foe(side):
				line = append(line, 8*row+column)
				continue
			case side:
				list = append(list, line...)
			}
			break
		}
	}
	return list
}

func (n *naive) moves(side byte) (list []int) {
	for square := range 64 {
		if len(n.turned(side, square)) > 0 {
			list = append(list, square)
		}
	}
	return list
}

func (n *naive) may(side byte, square int) bool { return len(n.turned(side, square)) > 0 }

// after plays a legal move, and a pass if the other side has no move.
func (n naive) after(square int) naive {
	for _, turned := range append(n.turned(n.mover, square), square) {
		n.discs[turned] = n.mover
	}
	if other := foe(n.mover); len(n.moves(other)) > 0 || len(n.moves(n.mover)) == 0 {
		n.mover = other
	}
	return n
}

func (n *naive) over() bool { return len(n.moves('X'))+len(n.moves('O')) == 0 }

func (n *naive) count(what byte) (sum int) {
	for _, disc := range n.discs {
		if disc == what {
			sum++
		}
	}
	return sum
}

// margin returns the official result of a finished game for a side. The winner gets the empty squares.
func (n *naive) margin(side byte) int {
	own, other, empty := n.count(side), n.count(foe(side)), n.count(0)
	switch {
	case own > other:
		return own + empty - other
	case own < other:
		return own - empty - other
	}
	return 0
}

// proved returns the result for the side to move between perfect players, at least low and at most high.
func (n *naive) proved(low, high int) int {
	if n.over() {
		return n.margin(n.mover)
	}
	for _, square := range n.moves(n.mover) {
		next := n.after(square)
		value := 0
		if next.mover == n.mover {
			value = next.proved(low, high)
		} else {
			value = -next.proved(-high, -low)
		}
		if low = max(low, value); low >= high {
			break
		}
	}
	return low
}

// position returns n for the engine.
func (n *naive) position() (p rules.Position) {
	for square, disc := range n.discs {
		switch disc {
		case 'X':
			p.Black |= rules.SetOf(rules.Square(square))
		case 'O':
			p.White |= rules.SetOf(rules.Square(square))
		}
	}
	if n.mover == 'O' {
		p.ToMove = rules.White
	}
	return p
}

func isCorner(square int) bool { return square == 0 || square == 7 || square == 56 || square == 63 }

// besideEmpty returns the empty corner that touches an X or C square, or -1.
func (n *naive) besideEmpty(square int) int {
	for _, corner := range []int{0, 7, 56, 63} {
		rows, columns := square/8-corner/8, square%8-corner%8
		if square != corner && rows*rows <= 1 && columns*columns <= 1 && n.discs[corner] == 0 {
			return corner
		}
	}
	return -1
}

// replayed returns the positions before each move of a game and after the last.
func replayed(t *testing.T, transcript string) (positions []naive, moves []int) {
	t.Helper()
	at := naiveStart()
	positions = append(positions, at)
	for i := 0; i+1 < len(transcript); i += 2 {
		square := int(transcript[i]-'a') + 8*int(transcript[i+1]-'1')
		if !at.may(at.mover, square) {
			t.Fatalf("%s: move %d is illegal", transcript, i/2+1)
		}
		at = at.after(square)
		positions, moves = append(positions, at), append(moves, square)
	}
	return positions, moves
}

func named(square int) string { return string([]byte{byte('a' + square%8), byte('1' + square/8)}) }

// valued returns the values of all moves of n for the side to move: proved near the end, otherwise by a search of
// equally many plies for each move.
func valued(t *testing.T, s *engine.Searcher, n *naive) map[int]float64 {
	t.Helper()
	values := make(map[int]float64)
	for _, r := range s.Rate(t.Context(), n.position(), engine.Limits{Depth: valuePlies, ExactEmpties: valueProved}, 128) {
		values[int(r.Square)] = r.Value
	}
	return values
}

// valuedLonger returns the value of a move by a longer search.
func valuedLonger(t *testing.T, s *engine.Searcher, n *naive, square int) float64 {
	t.Helper()
	next := n.after(square)
	if next.over() {
		return float64(next.margin(n.mover))
	}
	value := s.Think(t.Context(), next.position(), engine.Limits{Depth: longPlies, ExactEmpties: longProved}).Value
	if next.mover != n.mover {
		value = -value
	}
	return value
}

const (
	valuePlies  = 9
	valueProved = 16 // empty squares
	longPlies   = 13
	longProved  = 18
)

func bestOf(values map[int]float64) (square int, value float64) {
	square, value = -1, -1000
	for _, candidate := range slices.Sorted(maps.Keys(values)) {
		if values[candidate] > value {
			square, value = candidate, values[candidate]
		}
	}
	return square, value
}
