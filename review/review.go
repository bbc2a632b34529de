package review

import (
	"cmp"
	"context"
	"fmt"
	"hash/crc32"
	"slices"

	"othellobot/rules"
)

// Review tells what a game teaches. It is read-only.
type Review struct {
	Start rules.Position
	Moves []Move
	Sides [2]Side // by colour

	// Turning is the number of the move from which on the winner's Win% was never
	// below 50, neither after a move nor before the next: after that move the winner was
	// ahead for good. It is 0 if that was so
	// from the beginning, in a draw, and where the game was not played out.
	Turning int

	// Moments are up to three a side, in the order of the game; only of a review that
	// was deepened.
	Moments []Moment
	Deep    bool

	judge  string
	limits Limits
}

// Move is a move of the game and the best one in its place.
type Move struct {
	Color   rules.Color
	Empties int // squares, before the move
	Choices int // how many moves there were
	Square  rules.Square
	Best    rules.Square // Square itself if no move is better
	Value   float64      // what the move is worth to its side, in discs
	Most    float64      // the same of the best
	Exact   bool         // both are proved

	depth int
	again bool // looked at again, and deeper
}

// Win is the Win% of the side after its move, and BestWin what the best would have
// given. They are compared at the same node, so that neither is newer than the other.
func (m Move) Win() float64     { return WinPercent(m.Value, m.Empties) }
func (m Move) BestWin() float64 { return WinPercent(m.Most, m.Empties) }

// Cost is the Win% that the move cost, Lost the discs.
func (m Move) Cost() float64 { return m.BestWin() - m.Win() }
func (m Move) Lost() float64 { return m.Most - m.Value }

// Decided reports whether the game was all but won or lost before the move, so that
// discs say more than Win%.
func (m Move) Decided() bool { return m.BestWin() > 95 || m.BestWin() < 5 }

// blackWin is Black's Win% after the move.
func (m Move) blackWin() float64 {
	if m.Color == rules.Black {
		return m.Win()
	}
	return 100 - m.Win()
}

// Side sums up the moves of one side.
type Side struct {
	Accuracy float64 // 0 to 100; means nothing with fewer than [LeastChoices]
	Choices  int     // moves that had an alternative
	Lost     float64 // discs, over all moves
}

// Rated reports whether the side had choices enough to have an accuracy.
func (s Side) Rated() bool { return s.Choices >= LeastChoices }

// Quick reviews a game that was played from a position. It fails with a
// [*rules.ReplayError], or with the error of ctx.
func Quick(ctx context.Context, judge Judge, start rules.Position, moves []rules.Square, l Limits) (Review, error) {
	if _, err := rules.Replay(start, moves); err != nil {
		return Review{}, err
	}
	r := Review{Start: start, Moves: make([]Move, len(moves)), judge: judge.Identity(), limits: l}
	q := newInquiry(ctx, judge, l)
	positions := r.positionsOf(moves)
	for n := len(moves) - 1; n >= 0; n-- {
		if err := ctx.Err(); err != nil {
			return Review{}, err
		}
		p := positions[n]
		r.Moves[n] = Move{Color: p.ToMove, Empties: p.Empties().Len(), Choices: p.Legal().Len(), Square: moves[n]}
		if r.Moves[n].Choices > 1 {
			r.Moves[n].found(q.compare(p, moves[n], l.QuickExact, l.Quick))
			continue
		}
		r.Moves[n].found(q.only(p, positions[n+1], r.Moves[n+1:]))
	}
	if err := ctx.Err(); err != nil {
		return Review{}, err
	}
	r.sum()
	return r, nil
}

// Deepen looks again, and deeper, at the worst moves of either side, and finds the
// moments among them. It fails with the error of ctx.
func (r Review) Deepen(ctx context.Context, judge Judge) (Review, error) {
	r.Moves = slices.Clone(r.Moves)
	q := newInquiry(ctx, judge, r.limits)
	positions := r.Positions()
	for _, n := range slices.Backward(r.worst(r.limits.Worst)) {
		if m := &r.Moves[n]; !m.Exact {
			m.found(q.compare(positions[n], m.Square, r.limits.DeepExact, r.limits.Deep))
		}
		r.Moves[n].again = true
	}
	r.Deep = true
	r.sum()
	r.Moments = nil
	for _, number := range slices.Backward(r.moments()) {
		r.Moments = append(r.Moments, r.Explain(ctx, judge, number))
	}
	slices.Reverse(r.Moments)
	return r, ctx.Err()
}

func newInquiry(ctx context.Context, judge Judge, l Limits) *inquiry {
	judge.Forget()
	return &inquiry{ctx: ctx, judge: judge, limits: l, solved: make(map[rules.Position]int)}
}

// only values the only move of p, which leads to next, by what comes after it.
func (q *inquiry) only(p, next rules.Position, after []Move) compared {
	move := p.Legal().First()
	c := compared{best: move}
	switch {
	case next.Over():
		c.value, c.exact = float64(margin(next, p.ToMove)), true
	case len(after) > 0:
		c.value, c.exact = sideways(p, next, after[0].Most), after[0].Exact
	default: // the game was broken off
		c.value = q.after(p, move, 1, q.limits.Quick)
	}
	c.most = c.value
	return c
}

// found fills in what a judge has found out.
func (m *Move) found(c compared) {
	m.Best, m.Value, m.Most, m.Exact, m.depth = c.best, c.value, c.most, c.exact, c.depth
}

// Positions are those before each move, with the last one behind them.
func (r Review) Positions() []rules.Position { return r.positionsOf(r.Squares()) }

func (r Review) positionsOf(moves []rules.Square) []rules.Position {
	positions := []rules.Position{r.Start}
	p := r.Start
	for _, square := range moves {
		p, _ = p.Play(square) // the game was replayed before
		positions = append(positions, p)
	}
	return positions
}

// Squares are the moves of the game.
func (r Review) Squares() []rules.Square {
	squares := make([]rules.Square, len(r.Moves))
	for i, m := range r.Moves {
		squares[i] = m.Square
	}
	return squares
}

// Curve is Black's Win% after each move.
func (r Review) Curve() []float64 {
	curve := make([]float64, len(r.Moves))
	for i, m := range r.Moves {
		curve[i] = m.blackWin()
	}
	return curve
}

// Leads are the discs by which Black was ahead, as the judge sees it, before the first
// move and after each. There must be moves.
func (r Review) Leads() []float64 {
	forBlack := func(m Move, value float64) float64 {
		if m.Color == rules.Black {
			return value
		}
		return 0 - value // not -0
	}
	leads := []float64{forBlack(r.Moves[0], r.Moves[0].Most)}
	for _, m := range r.Moves {
		leads = append(leads, forBlack(m, m.Value))
	}
	return leads
}

// worst are the indices of the moves that cost most Win%, so many of each side, in the
// order of the game. Of those that cost as much, the ones that lost more discs come
// first.
func (r Review) worst(each int) (indices []int) {
	for _, side := range []rules.Color{rules.Black, rules.White} {
		list := r.costly(side)
		indices = append(indices, list[:min(each, len(list))]...)
	}
	slices.Sort(indices)
	return indices
}

// costly are the indices of the moves of a side that cost anything, the worst first.
func (r Review) costly(side rules.Color) (indices []int) {
	for i, m := range r.Moves {
		if m.Color == side && m.Choices > 1 && m.Lost() > 0 {
			indices = append(indices, i)
		}
	}
	slices.SortStableFunc(indices, func(a, b int) int {
		return cmp.Or(cmp.Compare(r.Moves[b].Cost(), r.Moves[a].Cost()), cmp.Compare(r.Moves[b].Lost(), r.Moves[a].Lost()))
	})
	return indices
}

// sum sums up the moves.
func (r *Review) sum() {
	r.Sides = [2]Side{}
	accuracy := accuracies(r.Moves)
	for _, m := range r.Moves {
		side := &r.Sides[m.Color]
		side.Accuracy = accuracy[m.Color]
		side.Lost += m.Lost()
		if m.Choices > 1 {
			side.Choices++
		}
	}
	r.Turning = r.turning()
}

// turning finds [Review.Turning].
func (r Review) turning() int {
	winner, decided := r.Winner()
	if !decided {
		return 0
	}
	for n, m := range slices.Backward(r.Moves) {
		win, before := m.Win(), m.BestWin()
		if winner != m.Color {
			win, before = 100-win, 100-before
		}
		switch {
		case win < 50:
			return min(n+2, len(r.Moves)) // the one after it has turned the game
		case before < 50:
			return n + 1
		}
	}
	return 0
}

// Winner is the side that has won, and false in a draw and where the game was not
// played out.
func (r Review) Winner() (rules.Color, bool) {
	end, err := rules.Replay(r.Start, r.Squares())
	if err != nil || !end.Over() {
		return rules.Black, false
	}
	return end.FinalScore().Leader()
}

// Identity names all that the review follows from: who has judged, within which
// limits, and what. Reviews with the same identity are the same.
func (r Review) Identity() string {
	l := r.limits
	game := crc32.ChecksumIEEE([]byte(r.Start.FormatBoard(rules.AlphabetXO) + r.Start.ToMove.String() + rules.FormatTranscript(r.Squares())))
	return fmt.Sprintf("review %d, %s, quick %d/%d, deep %d/%d/%d, solving %d, game %08x",
		version, r.judge, l.Quick, l.QuickExact, l.Deep, l.DeepExact, l.Worst, l.Solving, game)
}

// version goes up whenever the same answers of a judge give another review.
const version = 2
