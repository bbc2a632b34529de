package rules

// reference is a naive implementation to test the package against: 8 rows of 8 cells, walked cell
// by cell. It shares only the Position type with the package.
type reference struct {
	cells [8][8]byte // [row][column]: 'X' black, 'O' white, '-' empty
	mover byte
}

// compass holds the eight steps, clockwise from north.
var compass = []struct{ down, right int }{{-1, 0}, {-1, 1}, {0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}}

func other(side byte) byte { return 'X' + 'O' - side }

// walk counts the opposing discs in a line from a cell and returns what stops it: '-', side, or
// '#' for the edge.
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

// canPlay reports whether any of the eight lines from a cell closes.
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

// legal marks the cells that side may play. It allocates nothing.
func (r *reference) legal(side byte) (squares [8][8]bool) {
	for row := range 8 {
		for column := range 8 {
			squares[row][column] = r.canPlay(side, row, column)
		}
	}
	return squares
}

func (r *reference) canMove(side byte) bool { return r.legal(side) != [8][8]bool{} }

// flips marks the discs that turn over if side plays on a cell.
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

// place makes a legal move and gives the turn to the other side.
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

// play makes a legal move; the turn comes back if only the mover can go on.
func (r *reference) play(row, column int) {
	r.place(row, column)
	if !r.canMove(r.mover) && r.canMove(other(r.mover)) {
		r.mover = other(r.mover)
	}
}

// perft plays every move, including the last ply, and counts the resulting boards.
func (r *reference) perft(depth int, passIsPly bool) (leaves uint64) {
	if depth == 0 {
		return 1
	}
	moves := r.legal(r.mover)
	for i := range 64 {
		if moves[i/8][i%8] {
			next := *r
			next.place(i/8, i%8)
			leaves += next.perft(depth-1, passIsPly)
		}
	}
	if leaves > 0 {
		return leaves
	}
	if !r.canMove(other(r.mover)) {
		return 1 // the game is over
	}
	passed := reference{r.cells, other(r.mover)}
	if passIsPly {
		depth--
	}
	return passed.perft(depth, passIsPly)
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
