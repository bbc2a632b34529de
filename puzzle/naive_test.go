package puzzle

import (
	"slices"

	"othellobot/rules"
)

// naive is a board of rows and columns, and a solver on it that shares nothing with the
// engine and the rules: discs are 1 for the side to move, -1 for the other, and every move is
// found by walking along its lines.
type naive [8][8]int8

// naiveOf is the board of a position, seen by the side to move.
func naiveOf(p rules.Position) (b naive) {
	for s := range rules.NoSquare {
		switch color, occupied := p.Disc(s); {
		case !occupied:
		case color == p.ToMove:
			b[s/8][s%8] = 1
		default:
			b[s/8][s%8] = -1
		}
	}
	return b
}

// steps are the eight ways to walk.
var steps = [8][2]int{{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}}

// run is how many discs turn over in one direction.
func (b *naive) run(row, column int, step [2]int) (length int) {
	for {
		row, column = row+step[0], column+step[1]
		switch {
		case row < 0 || row > 7 || column < 0 || column > 7 || b[row][column] == 0:
			return 0
		case b[row][column] == 1:
			return length
		}
		length++
	}
}

// flips is how many discs a move turns over, none if it is illegal.
func (b *naive) flips(row, column int) (count int) {
	if b[row][column] == 0 {
		for _, step := range steps {
			count += b.run(row, column, step)
		}
	}
	return count
}

// play makes a move and gives the board as the opponent sees it.
func (b *naive) play(row, column int) naive {
	next := *b
	for _, step := range steps {
		for n := b.run(row, column, step); n > 0; n-- {
			next[row+n*step[0]][column+n*step[1]] = 1
		}
	}
	next[row][column] = 1
	return next.swapped()
}

func (b *naive) swapped() (next naive) {
	for r := range b {
		for c := range b[r] {
			next[r][c] = -b[r][c]
		}
	}
	return next
}

// mobility is how many legal moves there are.
func (b *naive) mobility() (count int) {
	for r := range b {
		for c := range b[r] {
			if b.flips(r, c) > 0 {
				count++
			}
		}
	}
	return count
}

// naiveMove is a legal move and the board behind it.
type naiveMove struct {
	square  rules.Square
	flipped int
	board   naive
	answers int // of the opponent
}

// moves are the legal ones.
func (b *naive) moves() (list []naiveMove) {
	for r := range b {
		for c := range b[r] {
			if flipped := b.flips(r, c); flipped > 0 {
				list = append(list, naiveMove{square: rules.SquareAt(c, r), flipped: flipped, board: b.play(r, c)})
			}
		}
	}
	return list
}

// final is the margin of a finished game, the winner having the empty squares.
func (b *naive) final() (margin int) {
	empty := 0
	for _, row := range b {
		for _, disc := range row {
			margin += int(disc)
			if disc == 0 {
				empty++
			}
		}
	}
	switch {
	case margin > 0:
		return margin + empty
	case margin < 0:
		return margin - empty
	}
	return 0
}

// value is the margin between perfect players by plain alpha-beta: exact between alpha
// and beta, else a bound. Moves that leave the opponent few answers are tried first,
// which changes the time alone.
func (b *naive) value(alpha, beta, empties int, passed bool) int {
	if empties <= 4 {
		return b.rest(alpha, beta, passed)
	}
	list := b.moves()
	switch {
	case len(list) == 0 && passed:
		return b.final()
	case len(list) == 0:
		next := b.swapped()
		return -next.value(-beta, -alpha, empties, true)
	}
	for i := range list {
		list[i].answers = list[i].board.mobility()
	}
	slices.SortStableFunc(list, func(a, b naiveMove) int { return a.answers - b.answers })
	best := -64
	for i := range list {
		best = max(best, -list[i].board.value(-beta, -max(alpha, best), empties-1, false))
		if best >= beta {
			break
		}
	}
	return best
}

// rest is value for few empty squares: moves are tried as they come.
func (b *naive) rest(alpha, beta int, passed bool) int {
	best := -65
	for r := range b {
		for c := range b[r] {
			if b.flips(r, c) == 0 {
				continue
			}
			next := b.play(r, c)
			best = max(best, -next.rest(-beta, -max(alpha, best), false))
			if best >= beta {
				return best
			}
		}
	}
	switch {
	case best >= -64:
		return best
	case passed:
		return b.final()
	}
	next := b.swapped()
	return -next.rest(-beta, -alpha, true)
}
