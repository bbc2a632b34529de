package review

import "othellobot/rules"

// Against finds the most important reason to prefer the move best to one of the others, without looking ahead.
func Against(p rules.Position, best rules.Square, others rules.Bitboard) (other rules.Square, why Reason, ok bool) {
	ahead := func(r Reason) bool {
		return r.Kind < why.Kind || r.Kind == why.Kind && r.Count-r.Instead > why.Count-why.Instead
	}
	for square := range others.Squares() {
		s := newComparison(p, []rules.Square{square}, []rules.Square{best})
		r := s.first(cornerAvailable, cornerGiven, moreAnswers(someMoves), nextToCorner, widerFrontier)
		if r.Kind != NoReason && (!ok || ahead(r)) {
			other, why, ok = square, r, true
		}
	}
	return other, why, ok
}

func nextToCorner(s comparison) (Reason, bool) {
	empty := s.before.Empties() & corners
	c := cornerNextTo(s.played.move()) & empty
	return Reason{Kind: NextToCorner}.at(c.First(), !c.IsEmpty() && cornerNextTo(s.best.move())&empty == 0)
}

// xSquare returns the reason of nextToCorner for an X square, which is diagonal to its corner.
func xSquare(s comparison) (Reason, bool) {
	const xSquares rules.Bitboard = 0x0042000000004200
	r, ok := nextToCorner(s)
	return r, ok && xSquares.Has(s.played.move())
}

func widerFrontier(s comparison) (Reason, bool) {
	r := Reason{Kind: Frontier, Count: frontier(s.played.after(), s.side()).Len(), Instead: frontier(s.best.after(), s.side()).Len()}
	return r, s.before.Empties().Len() >= mobilityEnds && r.Count >= r.Instead+manyFrontier
}

var corners = rules.SetOf(0, 7, 56, 63)

// cornerNextTo returns the corner next to s, or an empty set if s is no X or C square.
func cornerNextTo(s rules.Square) rules.Bitboard {
	if corners.Has(s) {
		return 0
	}
	return neighbours(rules.SetOf(s)) & corners
}

// neighbours returns the squares of set and all that touch one of them.
func neighbours(set rules.Bitboard) rules.Bitboard {
	const notA, notH = ^rules.Bitboard(0x0101010101010101), ^rules.Bitboard(0x8080808080808080)
	set |= set<<1&notA | set>>1&notH
	return set | set<<8 | set>>8
}

func frontier(p rules.Position, side rules.Color) rules.Bitboard {
	return p.Discs(side) & neighbours(p.Empties())
}
