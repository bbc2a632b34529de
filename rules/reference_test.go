package rules

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// reference is a naive implementation for comparison: 8 rows of 8 cells, walked cell by
// cell. It shares no code with the package.
type reference struct {
	cells [8][8]byte // [row][column]: 'X' black, 'O' white, '-' empty
	mover byte
}

var compass = []struct{ down, right int }{{-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}}

func other(side byte) byte { return 'X' + 'O' - side }

// walk counts the opposing discs in a line from a cell. It also returns what stops the
// line: '-', a side, or '#' for the edge.
func (r *reference) walk(side byte, row, column, down, right int) (run int, end byte) {
	for ; ; run++ {
		row, column = row+down, column+right
		if row < 0 || row > 7 || column < 0 || column > 7 {
			return run, '#'
		}
		if r.cells[row][column] != other(side) {
			return run, r.cells[row][column]
		}
	}
}

func (r *reference) canPlay(side byte, row, column int) bool {
	if r.cells[row][column] != '-' {
		return false
	}
	for _, d := range compass {
		if run, end := r.walk(side, row, column, d.down, d.right); run > 0 && end == side {
			return true
		}
	}
	return false
}

func (r *reference) legal(side byte) (squares [8][8]bool) {
	for row := range 8 {
		for column := range 8 {
			squares[row][column] = r.canPlay(side, row, column)
		}
	}
	return squares
}

func (r *reference) canMove(side byte) bool { return r.legal(side) != [8][8]bool{} }

func (r *reference) flips(side byte, row, column int) (turned [8][8]bool) {
	if r.cells[row][column] != '-' {
		return turned
	}
	for _, d := range compass {
		run, end := r.walk(side, row, column, d.down, d.right)
		for n := 1; n <= run && end == side; n++ {
			turned[row+n*d.down][column+n*d.right] = true
		}
	}
	return turned
}

func (r *reference) place(row, column int) {
	for i, turned := range r.flips(r.mover, row, column) {
		for j := range turned {
			if turned[j] {
				r.cells[i][j] = r.mover
			}
		}
	}
	r.cells[row][column] = r.mover
	r.mover = other(r.mover)
}

// play works like place, but the mover moves again if only the mover can.
func (r *reference) play(row, column int) {
	r.place(row, column)
	if !r.canMove(r.mover) && r.canMove(other(r.mover)) {
		r.mover = other(r.mover)
	}
}

func newReference(p Position) *reference {
	r := &reference{mover: sideOf(p.ToMove)}
	for i := range 64 {
		cell := byte('-')
		if p.Black>>i&1 == 1 {
			cell = 'X'
		}
		if p.White>>i&1 == 1 {
			cell = 'O'
		}
		r.cells[i/8][i%8] = cell
	}
	return r
}

func (r *reference) position() Position {
	p := Position{ToMove: Black}
	if r.mover == 'O' {
		p.ToMove = White
	}
	for i := range 64 {
		switch r.cells[i/8][i%8] {
		case 'X':
			p.Black |= 1 << i
		case 'O':
			p.White |= 1 << i
		}
	}
	return p
}

func sideOf(c Color) byte {
	if c == Black {
		return 'X'
	}
	return 'O'
}

func marked(cells [8][8]bool) (set Bitboard) {
	for i := range 64 {
		if cells[i/8][i%8] {
			set |= 1 << i
		}
	}
	return set
}

// randomGame plays random legal moves and returns them with the positions before, between and
// after them. The same seed gives the same game.
func randomGame(seed uint64) (moves []Square, positions []Position) {
	dice := rand.New(rand.NewPCG(seed, 0))
	p := Start()
	positions = append(positions, p)
	for !p.Over() {
		legal := p.Legal()
		for range dice.IntN(legal.Len()) {
			legal &= legal - 1
		}
		next, err := p.Play(legal.First())
		if err != nil {
			panic(err)
		}
		p = next
		moves, positions = append(moves, legal.First()), append(positions, p)
	}
	return moves, positions
}

func reachable(games uint64) (positions []Position) {
	for seed := range games {
		_, game := randomGame(seed)
		positions = append(positions, game...)
	}
	return positions
}

// scattered returns n well-formed positions, with 16 to 56 discs on average. No game can reach most of them.
func scattered(n int) (positions []Position) {
	dice := rand.New(rand.NewPCG(64, 0))
	for i := range n {
		occupied := dice.Uint64()
		switch i % 4 {
		case 0:
			occupied &= dice.Uint64()
		case 1:
			occupied |= dice.Uint64()
		case 2:
			occupied |= dice.Uint64() | dice.Uint64()
		}
		positions = append(positions, wellFormed(occupied, dice.Uint64(), i%8 < 4))
	}
	return positions
}

// wellFormed makes a position from any two sets: the occupied squares, and the squares whose disc is white.
func wellFormed(occupied, white uint64, blackToMove bool) Position {
	p := Position{Black: Bitboard(occupied &^ white), White: Bitboard(occupied & white), ToMove: White}
	if blackToMove {
		p.ToMove = Black
	}
	return p
}

// midgames returns 256 positions with 20 to 44 discs, each from a different game.
func midgames() (positions [256]Position) {
	for i := range positions {
		_, game := randomGame(uint64(i))
		positions[i] = game[16+i%25]
	}
	return positions
}

func square(t testing.TB, text string) Square {
	t.Helper()
	s, err := ParseSquare(text)
	noError(t, err)
	return s
}

func squares(t testing.TB, text string) (set Bitboard) {
	t.Helper()
	for _, word := range strings.Fields(text) {
		set |= SetOf(square(t, word))
	}
	return set
}

func board(t testing.TB, text string, toMove Color) Position {
	t.Helper()
	p, err := ParseBoard(text, toMove)
	noError(t, err)
	return p
}

func noError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func rows(n int) string { return strings.Repeat("--------", n) }
func full(n int) string { return strings.Repeat("XXXXXXXX", n) }

// data reads a file from the folder in OTHELLO_DATA, an absolute path. It skips the test if
// OTHELLO_DATA is unset, and fails the test if the file is missing.
func data(t *testing.T, name string) string {
	t.Helper()
	folder := os.Getenv("OTHELLO_DATA")
	if folder == "" {
		t.Skipf("OTHELLO_DATA is not set: it names the folder of test data that holds %s", name)
	}
	text, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(name)))
	noError(t, err)
	return string(text)
}
