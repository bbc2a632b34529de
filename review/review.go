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

	// Turning is the number of the loser's move that gave the lead away permanently. It
	// is 0 in a draw, in an unfinished game, and if the loser was never ahead.
	Turning int

	Moments []Moment // in the order of the game

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
	Exact     bool         // both values are proved

	depth int
}

// Win returns the side's chance to win after its move, in percent, and BestWin after the best
// move. Both use the number of empty squares before the move, so that they can be compared.
func (m Move) Win() float64     { return WinPercent(m.Value, m.Empties) }
func (m Move) BestWin() float64 { return WinPercent(m.BestValue, m.Empties) }

// Cost returns how many percentage points of the chance to win the move lost. Lost returns how many discs.
func (m Move) Cost() float64 { return m.BestWin() - m.Win() }
func (m Move) Lost() float64 { return m.BestValue - m.Value }

// Decided reports whether the game was almost certainly won or lost before the move.
func (m Move) Decided() bool { return m.BestWin() > 95 || m.BestWin() < 5 }

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
	for _, number := range slices.Backward(r.moments()) {
		r.Moments = append(r.Moments, r.Explain(ctx, judge, number))
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
		Square: square, Best: square, Value: value, BestValue: value, Exact: after.exact,
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

// Leads returns Black's expected lead in discs, before the first move and after each move.
// The review must have moves.
func (r Review) Leads() []float64 {
	leads := []float64{r.Moves[0].BestValue}
	for _, m := range r.Moves {
		leads = append(leads, m.Value)
	}
	for i := range leads {
		if r.Moves[max(0, i-1)].Color == rules.White {
			leads[i] = 0 - leads[i] // -leads[i] could be a negative zero
		}
	}
	return leads
}

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
	r.Turning = r.turning()
}

// turning returns the number of the last move before which the loser was still ahead. That move lost the lead,
// because the best one would have kept it.
func (r Review) turning() int {
	winner, decided := r.Winner()
	if !decided {
		return 0
	}
	for n, m := range slices.Backward(r.Moves) {
		if m.Color != winner && m.BestWin() > 50 {
			return n + 1
		}
	}
	return 0
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

// The labels of lichess, by the cost of a move ([Move.Cost]).
const (
	Good       Label = iota
	Inaccuracy       // 5 or more; or 6 discs, even in a decided game
	Mistake          // 10 or more; or a proved win given away for a draw, or a proved draw for a loss
	Blunder          // 15 or more; or a proved win given away for a loss
)

var labelNames = [...]string{"good", "inaccuracy", "mistake", "blunder"}

func (l Label) String() string { return labelNames[l] }

// Label returns the label of the move. A proved change of the result counts for more than a likely one.
func (m Move) Label() Label {
	label, cost := Good, m.Cost()
	switch {
	case m.Choices < 2:
		return Good
	case cost >= 15:
		label = Blunder
	case cost >= 10:
		label = Mistake
	case cost >= 5, m.Lost() >= 6:
		label = Inaccuracy
	}
	switch {
	case !m.Exact:
		return label
	case m.BestValue > 0 && m.Value < 0:
		return Blunder
	case m.BestValue > 0 && m.Value == 0, m.BestValue == 0 && m.Value < 0:
		return max(label, Mistake)
	}
	return label
}

// WinCurve turns a lead in discs into a chance to win ([WinCurve.Percent]).
type WinCurve struct {
	Knots []Knot  // by rising number of empty squares, with linear interpolation
	Fade  float64 // how fast further discs lose worth as the lead grows; above 0
}

// Knot is the worth of the first disc of a lead at a number of empty squares.
type Knot struct {
	Empties int
	K       float64
}

// fitted was found by mill reviews -fit -games 1840 -quick 20000 with the even-numbered
// tournament games. In the others it is right within two points (lab/mill/README.md).
var fitted = WinCurve{
	Knots: []Knot{{1, 9}, {3, 2.512}, {5, 1.107}, {7, .660}, {9, .377}, {12, .219}, {16, .167}, {24, .149}, {44, .132}, {50, .132}, {58, .083}},
	Fade:  .443,
}

// WinPercent returns the chance to win, in percent, of a side with a lead in discs and a number of empty
// squares. A draw counts as half a win. Players weaker than those of tournaments often lose leads that would
// win there.
func WinPercent(discs float64, empties int) float64 { return fitted.Percent(discs, empties) }

// FittedCurve returns the [WinCurve] that [WinPercent] uses.
func FittedCurve() WinCurve { return WinCurve{slices.Clone(fitted.Knots), fitted.Fade} }

// Percent returns 100/(1+e^(−x)), where x is asinh(fade·k·discs)/fade. A linear x is too flat near a draw and
// too steep far from it: large leads come from games where both sides make mistakes.
func (w WinCurve) Percent(discs float64, empties int) float64 {
	return 100 / (1 + math.Exp(-math.Asinh(w.Fade*w.k(empties)*discs)/w.Fade))
}

func (w WinCurve) k(empties int) float64 {
	last := w.Knots[0]
	for _, knot := range w.Knots {
		if empties <= knot.Empties {
			if knot == last {
				break
			}
			part := float64(empties-last.Empties) / float64(knot.Empties-last.Empties)
			return last.K + part*(knot.K-last.K)
		}
		last = knot
	}
	return last.K
}
