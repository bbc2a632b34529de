package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"othellobot/engine"
	"othellobot/review"
	"othellobot/rules"
)

// measuring sums up, over many games, how fast, how accurate and how well explained their
// reviews are.
type measuring struct {
	judge    *engine.Judge
	progress *progressPrinter

	took      []time.Duration
	decided   int // games with a winner and an accuracy for both sides
	ahead     int // those with a more accurate winner
	outcomes  []outcome
	solid     [3]ratio     // agreement with the reference: worst three, labels, values with at most 14 empty squares
	lost      [][2]float64 // discs a choice, by the review and by the reference
	fine      int          // moves that had an alternative and lost less than 2 discs
	good, bad int          // explained moves: good moves that are not the best, and mistakes
	explained int          // mistakes with a reason
	shares    map[review.Kind]*share
}

// ratio is a part of a whole.
type ratio struct{ part, whole int }

func (r *ratio) add(yes bool) {
	r.whole++
	if yes {
		r.part++
	}
}

func (r ratio) String() string {
	return fmt.Sprintf("%.1f %% (%d of %d)", 100*float64(r.part)/max(1, float64(r.whole)), r.part, r.whole)
}

// share counts the moves with a reason.
type share struct{ good, bad int }

// game adds a review to the measurements. If reference is not 0, it compares the review with
// one that searches that many positions. With reasons, it also counts the explanations.
func (m *measuring) game(ctx context.Context, r review.Review, reference uint64, reasons bool) error {
	m.winner(r)
	if reference > 0 {
		sure, err := review.Of(ctx, m.judge, r.Start, r.Squares(), review.Limits{Positions: reference, SolveEmpties: 20, SolvePositions: 1 << 40})
		if err != nil {
			return err
		}
		m.compare(r, sure)
	}
	if reasons {
		m.explain(ctx, r)
	}
	return ctx.Err()
}

// sample adds the positions of a game with its result. Values are from Black's view.
func (m *measuring) sample(r review.Review) {
	points := 0.5
	if winner, decided := r.Winner(); decided && winner == rules.Black {
		points = 1
	} else if decided {
		points = 0
	}
	for _, move := range r.Moves {
		discs := move.BestValue
		if move.Color == rules.White {
			discs = -discs
		}
		m.outcomes = append(m.outcomes, outcome{discs, move.Empties, points})
	}
}

func (m *measuring) winner(r review.Review) {
	winner, decided := r.Winner()
	won, lost := r.Sides[winner], r.Sides[winner.Opponent()]
	if !decided || !won.Rated() || !lost.Rated() {
		return
	}
	m.decided++
	if won.Accuracy > lost.Accuracy {
		m.ahead++
	}
}

func (m *measuring) compare(r, sure review.Review) {
	for _, side := range []rules.Color{rules.Black, rules.White} {
		want := worstThree(sure, side)
		for _, number := range worstThree(r, side) {
			m.solid[0].add(slices.Contains(want, number))
		}
		if r.Sides[side].Rated() {
			m.lost = append(m.lost, [2]float64{r.Sides[side].Lost, sure.Sides[side].Lost})
		}
	}
	for i, move := range r.Moves {
		m.solid[1].add(move.Label() == sure.Moves[i].Label())
		if move.Empties <= 14 {
			m.solid[2].add(move.Exact && move.Value == sure.Moves[i].Value && move.BestValue == sure.Moves[i].BestValue)
		}
	}
}

// worstThree returns the indices of a side's three moves that lost the most discs.
func worstThree(r review.Review, side rules.Color) (indices []int) {
	for i, m := range r.Moves {
		if m.Color == side && m.Lost() > 0 {
			indices = append(indices, i)
		}
	}
	slices.SortStableFunc(indices, func(a, b int) int { return cmp.Compare(r.Moves[b].Lost(), r.Moves[a].Lost()) })
	return indices[:min(3, len(indices))]
}

// explain explains mistakes and good moves, except the best moves.
func (m *measuring) explain(ctx context.Context, r review.Review) {
	m.judge.Forget()
	for i, move := range slices.Backward(r.Moves) {
		bad := move.Label() >= review.Mistake
		if move.Choices > 1 && move.Lost() < 2 {
			m.fine++
		}
		if move.Square == move.Best || !bad && move.Lost() >= 2 {
			continue
		}
		found := r.Explain(ctx, m.judge, i+1)
		if bad {
			m.bad++
		} else {
			m.good++
		}
		if found.Reason.Kind == review.NoReason {
			continue
		}
		s := m.shares[found.Reason.Kind]
		if s == nil {
			s = new(share)
			m.shares[found.Reason.Kind] = s
		}
		if bad {
			m.explained++
			s.bad++
		} else {
			s.good++
		}
	}
}
