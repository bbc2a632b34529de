package review

import (
	"cmp"
	"context"
	"math"
	"slices"

	"othellobot/rules"
)

// Review holds the lessons of a game. It is read-only.
type Review struct {
	Start rules.Position
	Moves []Move
	Sides [2]SideSummary // by colour

	Moments []Moment // in the order of the game

	causes [2]int // by colour: the number of the move of [Review.Cause], or 0
	limits Limits
}

// Move is a move of the game and the best one in its place.
type Move struct {
	Color     rules.Color
	Empties   int // empty squares before the move
	Choices   int // number of legal moves
	Square    rules.Square
	Best      rules.Square // Square itself if no move is better
	Value     float64      // value of the move for its side, in discs
	BestValue float64      // value of the best move
	Proved    bool         // Value is proved
	Exact     bool         // both values are proved

	depth  int
	excess float64 // discs by which the search before the move overrates the best one
}

// Lost returns how many discs of the final lead the move lost. Discs rounds it after a second look at the best move, and
// is at most 64.
func (m Move) Lost() float64 { return m.BestValue - m.Value }
func (m Move) Discs() int    { return int(math.Round(max(0, min(m.Lost()-m.excess, 64)))) }

// Threw reports whether the move gave a proved win or draw away.
func (m Move) Threw() bool { return m.Exact && cmp.Compare(m.Value, 0) < cmp.Compare(m.BestValue, 0) }

// SideSummary sums up the moves of one side.
type SideSummary struct {
	Accuracy float64 // 0 to 100, by [AccuracyOf]; meaningless with fewer than [MinChoices] choices
	Choices  int     // moves that had an alternative
	Lost     float64 // average discs lost per choice, compared with the best move
}

// Rated reports whether the side had enough choices for an accuracy.
func (s SideSummary) Rated() bool { return s.Choices >= MinChoices }

// Of reviews a game played from start. It fails with a [*rules.ReplayError], or with the error of ctx.
func Of(ctx context.Context, judge Judge, start rules.Position, moves []rules.Square, l Limits) (Review, error) {
	if _, err := rules.Replay(start, moves); err != nil {
		return Review{}, err
	}
	r := Review{Start: start, Moves: make([]Move, len(moves)), limits: l}
	q := newInquiry(ctx, judge, l)
	positions := r.positionsOf(moves)
	after := q.evaluate(positions[len(moves)])
	for n := len(moves) - 1; n >= 0; n-- {
		if err := ctx.Err(); err != nil {
			return Review{}, err
		}
		r.Moves[n] = q.move(positions[n], moves[n], positions[n+1], after)
		after = finding{value: r.Moves[n].BestValue, exact: r.Moves[n].Exact}
	}
	r.sum()
	for n, m := range slices.Backward(r.Moves) {
		if m.Label() > Good && !m.Exact {
			r.Moves[n].excess = max(0, m.BestValue-q.moveValue(positions[n], m.Best).value)
		}
	}
	r.findCauses()
	for _, number := range slices.Backward(r.moments()) {
		at := r.Explain(ctx, judge, number)
		if at.Reason.Kind != NoReason || r.Moves[number-1].Label() > Inaccuracy || slices.Contains(r.causes[:], number) {
			r.Moments = append(r.Moments, at)
		}
	}
	slices.Reverse(r.Moments)
	return r, ctx.Err()
}

func (q *inquiry) evaluate(p rules.Position) finding {
	if p.Over() {
		score := p.FinalScore()
		lead := score.Of(p.ToMove) - score.Of(p.ToMove.Opponent())
		return finding{best: rules.NoSquare, value: float64(lead), exact: true}
	}
	return q.bestMove(p, 0)
}

// move rates the move from p to next; after is the value of next. If the judge's best move is worth no more, no
// move counts as better.
func (q *inquiry) move(p rules.Position, square rules.Square, next rules.Position, after finding) Move {
	value := forSideOf(p, next, after.value)
	m := Move{
		Color: p.ToMove, Empties: p.Empties().Len(), Choices: p.Legal().Len(),
		Square: square, Best: square, Value: value, BestValue: value, Proved: after.exact, Exact: after.exact,
	}
	if m.Choices < 2 {
		return m
	}
	w := q.bestMove(p, 0)
	m.depth, m.Exact = w.depth, m.Exact && w.exact
	if w.best != square && w.value > value {
		m.Best, m.BestValue = w.best, w.value
	}
	return m
}

// Positions returns the positions before each move and after the last one.
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

// Squares returns the squares of the moves.
func (r Review) Squares() []rules.Square {
	squares := make([]rules.Square, len(r.Moves))
	for i, m := range r.Moves {
		squares[i] = m.Square
	}
	return squares
}

// Leads returns Black's expected final lead in discs, before the first move and after each move. Each is one that the
// game can still end with.
// The review must have moves.
func (r Review) Leads() []float64 {
	leads := []float64{r.Moves[0].BestValue}
	for _, m := range r.Moves {
		leads = append(leads, m.Value)
	}
	for i, p := range r.Positions() {
		if r.Moves[max(0, i-1)].Color == rules.White {
			leads[i] = 0 - leads[i] // -leads[i] could be a negative zero
		}
		leads[i] = max(float64(2*stable(p.Black).Len()-64), min(leads[i], float64(64-2*stable(p.White).Len())))
	}
	return leads
}

// stable returns discs of a side that can never be flipped: on each line through such a disc, a neighbour is
// stable, too, or the board ends.
func stable(own rules.Bitboard) (found rules.Bitboard) {
	const sides, ends = 0x8181818181818181, 0xff000000000000ff
	for {
		s := found
		found = own & (s<<1 | s>>1 | sides) & (s<<8 | s>>8 | ends) & (s<<9 | s>>9 | sides | ends) & (s<<7 | s>>7 | sides | ends)
		if found == s {
			return found
		}
	}
}

// mistakes returns the indices of a side's moves with a label, the worst first.
func (r Review) mistakes(side rules.Color) (indices []int) {
	for i, m := range r.Moves {
		if m.Color == side && m.Label() > Good {
			indices = append(indices, i)
		}
	}
	slices.SortStableFunc(indices, func(a, b int) int {
		return cmp.Or(cmp.Compare(r.Moves[b].Label(), r.Moves[a].Label()), cmp.Compare(r.Moves[b].Discs(), r.Moves[a].Discs()))
	})
	return indices
}

func (r *Review) sum() {
	for _, m := range r.Moves {
		if m.Choices > 1 {
			r.Sides[m.Color].Choices++
			r.Sides[m.Color].Lost += m.Lost()
		}
	}
	for c := range r.Sides {
		if s := &r.Sides[c]; s.Choices > 0 {
			s.Lost /= float64(s.Choices)
			s.Accuracy = AccuracyOf(s.Lost)
		}
	}
}

// Winner returns the side that has won, or false in a draw or an unfinished game.
func (r Review) Winner() (rules.Color, bool) {
	end, err := rules.Replay(r.Start, r.Squares())
	if err != nil || !end.Over() {
		return rules.Black, false
	}
	return end.FinalScore().Leader()
}

// MinChoices is the number of choices that a side needs to get an accuracy.
const MinChoices = 10

// AccuracyOf returns the accuracy, in percent, of a side that lost this number of discs per choice:
// 100·e^(−lost/10). A fit to the formula of lichess (https://lichess.org/page/accuracy) with 160 sides of
// tournament games gave 10.2 for the 10. That formula compares chances to win, so it overrated beginners
// who had no chance left to lose.
func AccuracyOf(lost float64) float64 { return 100 * math.Exp(-max(0, lost)/10) }

// Label rates a move.
type Label uint8

// The labels, by the discs that a move lost ([Move.Discs]). A move that keeps a proved win is always Good.
const (
	Good       Label = iota
	Inaccuracy       // 3 discs or more
	Mistake          // 6 or more
	Blunder          // 10 or more; or a proved win or draw was given away
)

var labelNames = [...]string{"good", "inaccuracy", "mistake", "blunder"}

func (l Label) String() string { return labelNames[l] }

// Label returns the label of the move.
func (m Move) Label() Label {
	switch lost := m.Discs(); {
	case m.Choices < 2, m.Proved && m.Value > 0:
		return Good
	case m.Threw(), lost >= 10:
		return Blunder
	case lost >= 6:
		return Mistake
	case lost >= 3:
		return Inaccuracy
	default:
		return Good
	}
}
