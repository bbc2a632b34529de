package review

import (
	"context"
	"slices"

	"othellobot/rules"
)

// Moment is a move to learn from.
type Moment struct {
	Number   int            // of the move, from 1
	Reasons  []Reason       // why the best move is better, the most telling first; where there is none, the lines tell
	Line     []rules.Square // the move and best play after it, up to eight moves
	BestLine []rules.Square // the same with the best move
}

const (
	mostMoments = 3 // a side
	apart       = 4 // plies, so that two moments are not one
)

// moments are the numbers of the worst moves of either side that were looked at
// closely: of games that were still undecided first, and apart from each other.
func (r Review) moments() (numbers []int) {
	for _, side := range []rules.Color{rules.Black, rules.White} {
		var chosen []int
		choose := func(decided bool) {
			for _, n := range r.costly(side) {
				m := r.Moves[n]
				near := func(other int) bool { return max(n-other, other-n) < apart }
				if len(chosen) < mostMoments && m.Label() > Good && m.Decided() == decided && (m.Exact || m.again) && !slices.ContainsFunc(chosen, near) {
					chosen = append(chosen, n)
				}
			}
		}
		choose(false)
		choose(true)
		for _, n := range chosen {
			numbers = append(numbers, n+1)
		}
	}
	slices.Sort(numbers)
	return numbers
}

// Explain finds the lines and the reasons of a move, which must not be the best. What
// the judge remembers of the position makes it quick.
func (r Review) Explain(ctx context.Context, judge Judge, number int) Moment {
	q := &inquiry{ctx: ctx, judge: judge, limits: r.limits, solved: make(map[rules.Position]int)}
	p, m := r.Positions()[number-1], r.Moves[number-1]
	c := compared{exact: m.Exact, depth: m.depth}
	found := Moment{Number: number, Line: q.line(p, m.Square, c), BestLine: q.line(p, m.Best, c)}
	if q.onlyWin(p, m) {
		found.Reasons = append(found.Reasons, Reason{Kind: OnlyWin, Count: m.Choices})
	}
	found.Reasons = append(found.Reasons, reasons(newScene(p, found.Line, found.BestLine))...)
	return found
}

// onlyWin reports whether the best move wins and no other does better than a draw, all
// of it proved.
func (q *inquiry) onlyWin(p rules.Position, m Move) bool {
	if !m.Exact || m.Most <= 0 || m.Value > 0 {
		return false
	}
	for square := range p.Legal().Squares() {
		if square == m.Best || square == m.Square {
			continue
		}
		if margin, ok := q.solvedAfter(p, square); !ok || margin > 0 {
			return false
		}
	}
	return true
}
