package puzzle

import "othellobot/rules"

// What is true of every puzzle besides that only one move wins.
const (
	FewestEmpties, MostEmpties = 4, 14
	MostMargin                 = 18 // by which the right move wins
	FewestTempting             = 2  // wrong moves that tempt and whose refutation can be shown, above the lowest grade
)

// Fits reports whether a puzzle of the grade may have so many empty squares and legal moves.
func (g Grade) Fits(empties, moves int) bool {
	if g == Easy {
		return 4 <= empties && empties <= 6 && 2 <= moves && moves <= 3
	}
	return 6 <= empties && empties <= 14 && 4 <= moves && moves <= 12
}

// Corners are the squares on which no puzzle above the lowest grade is won, and at most
// a tenth of the lowest.
const Corners rules.Bitboard = 1<<0 | 1<<7 | 1<<56 | 1<<63

// edges are all squares at the rim of the board.
const edges rules.Bitboard = 0xff818181818181ff

// Tempting are the legal moves that seem good at first sight: those to an edge or a
// corner, those that flip most, and the one that a search of one ply finds.
func Tempting(p rules.Position, onePly rules.Square) rules.Bitboard {
	moves := p.Legal()
	most := 0
	for move := range moves.Squares() {
		most = max(most, p.Flips(move).Len())
	}
	tempting := moves & (edges | rules.SetOf(onePly))
	for move := range moves.Squares() {
		if p.Flips(move).Len() == most {
			tempting |= rules.SetOf(move)
		}
	}
	return tempting
}

// Canonical is one of the eight images of a problem, the same for all of them.
func (p Problem) Canonical() Problem {
	first := p
	for t := range rules.Symmetries {
		if image := p.image(t); image.before(first) {
			first = image
		}
	}
	return first
}

func (p Problem) image(t rules.Symmetry) Problem {
	return Problem{t.Bitboard(p.Own), t.Bitboard(p.Opp), t.Square(p.Best), p.Margin}
}

func (p Problem) before(q Problem) bool {
	switch {
	case p.Own != q.Own:
		return p.Own < q.Own
	case p.Opp != q.Opp:
		return p.Opp < q.Opp
	}
	return p.Best < q.Best
}

// Empties is the set of squares without a disc.
func (p Problem) Empties() rules.Bitboard { return ^(p.Own | p.Opp) }

// Shape tells whether two problems are alike: it has the empty squares and the winning one
// among them, whichever way the board is turned. All images of a problem have the same.
func (p Problem) Shape() Problem { return Problem{Own: p.Empties(), Best: p.Best}.Canonical() }
