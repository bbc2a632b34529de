package main

import (
	"cmp"

	"othellobot/puzzle"
	"othellobot/rules"
)

// canonical returns the same problem for all eight rotations and reflections of p.
func canonical(p puzzle.Problem) puzzle.Problem {
	first := p
	for t := range rules.Symmetries {
		q := puzzle.Problem{Own: t.Bitboard(p.Own), Opp: t.Bitboard(p.Opp), Best: t.Square(p.Best), Margin: p.Margin}
		if cmp.Or(cmp.Compare(q.Own, first.Own), cmp.Compare(q.Opp, first.Opp), cmp.Compare(q.Best, first.Best)) < 0 {
			first = q
		}
	}
	return first
}

// shape returns the empty squares and the winning move of a problem. It returns the same for
// all rotations and reflections. Problems with the same shape look alike.
func shape(p puzzle.Problem) puzzle.Problem {
	return canonical(puzzle.Problem{Own: p.Empties(), Best: p.Best})
}
