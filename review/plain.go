package review

import "othellobot/rules"

// plain returns the reasons that a beginner can see, the most important first.
func plain(s comparison) []Reason {
	return s.collect(cornerLeft, moreAnswers, nextToCorner, fewMoves(someMoves), squeezed(someMoves), widerFrontier)
}

// Against finds the most important reason to prefer the move best to one of the others, without looking ahead.
func Against(p rules.Position, best rules.Square, others rules.Bitboard) (other rules.Square, why Reason, ok bool) {
	ahead := func(r Reason) bool {
		return r.Kind < why.Kind || r.Kind == why.Kind && r.Count-r.Instead > why.Count-why.Instead
	}
	for square := range others.Squares() {
		s := newComparison(p, []rules.Square{square}, []rules.Square{best})
		found := append(s.collect(cornerAvailable), plain(s)...)
		if len(found) > 0 && (!ok || ahead(found[0])) {
			other, why, ok = square, found[0], true
		}
	}
	return other, why, ok
}

// cornersLeft returns the corners that the other side can take after the played move, but not after the best one.
func (s comparison) cornersLeft() rules.Bitboard {
	o := s.other()
	return s.played.after().LegalFor(o) & corners &^ s.best.after().LegalFor(o)
}

func cornerLeft(s comparison) (Reason, bool) {
	c := s.cornersLeft()
	return Reason{Kind: CornerLeft}.at(c.First(), !c.IsEmpty())
}

func moreAnswers(s comparison) (Reason, bool) {
	o := s.other()
	r := Reason{Kind: Mobility, Count: s.played.after().LegalFor(o).Len(), Instead: s.best.after().LegalFor(o).Len()}
	return r, s.before.Empties().Len() >= mobilityEnds && r.Count >= r.Instead+someMoves
}

func nextToCorner(s comparison) (Reason, bool) {
	empty := s.before.Empties() & corners
	c := cornerNextTo(s.played.move()) & empty
	return Reason{Kind: NextToCorner}.at(c.First(), !c.IsEmpty() && cornerNextTo(s.best.move())&empty == 0)
}

func widerFrontier(s comparison) (Reason, bool) {
	r := Reason{Kind: Frontier, Count: frontier(s.played.after(), s.side()).Len(), Instead: frontier(s.best.after(), s.side()).Len()}
	return r, s.before.Empties().Len() >= mobilityEnds && r.Count >= r.Instead+manyFrontier
}

var (
	corners = rules.SetOf(0, 7, 56, 63)
	edges   = [4]rules.Bitboard{0x00000000000000ff, 0xff00000000000000, 0x0101010101010101, 0x8080808080808080}
)

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
