package review_test

import (
	"context"
	"errors"
	"math"
	"reflect"
	"testing"

	"othellobot/engine"
	"othellobot/review"
	"othellobot/rules"
)

// Games of levels 4 and 2 against themselves, decided late.
const (
	lateGame  = "f5f6e6d6d7g5g6e7e8f3f7f4c3h6c4f8g8c5b6d3c6c8c7b8g7a6b5e3b4h8h4d8g4h5e2h3g3a3h7c2b3a2b7f2b1d1g1e1g2f1c1d2a4h2a1a8h1a7a5b2"
	otherGame = "d3e3f2c3b3c6c5d2c1b6a7b2b1c4b4a3a5f3g3g1e1b5a6c2e2a1a2b7a8d6a4g2h1g4f1d1h2d7h3f5h5f4d8b8c8c7g5e7e8f6f8e6g6f7g8h6h4g7h8h7"
)

var small = review.Limits{Positions: 6000, SolveEmpties: 12, SolvePositions: 1 << 20}

func moves(t *testing.T, transcript string) []rules.Square {
	t.Helper()
	list, err := rules.ParseTranscript(transcript)
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func reviewed(t *testing.T, judge review.Judge, transcript string, l review.Limits) review.Review {
	t.Helper()
	r, err := review.Of(t.Context(), judge, rules.Start(), moves(t, transcript), l)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestReviewsRepeat reviews a game with a new judge and with a used one. The used judge makes more
// than 255 searches, so that the eight-bit number of the current search wraps around.
func TestReviewsRepeat(t *testing.T) {
	first := reviewed(t, engine.NewJudge(), lateGame, small)
	used := engine.NewJudge()
	for range 3 {
		reviewed(t, used, otherGame, small)
		if again := reviewed(t, used, lateGame, small); !reflect.DeepEqual(again, first) {
			t.Fatal("the same game got a different review")
		}
	}
}

// TestReviewIsTheSameEverywhere fails if a machine, or a change of the search, gives the
// same game another review.
func TestReviewIsTheSameEverywhere(t *testing.T) {
	var sum float64
	for i, m := range reviewed(t, engine.NewJudge(), lateGame, small).Moves {
		sum += float64(i) * (m.Value + 3*m.BestValue)
	}
	if want := 7408.2; math.Abs(sum-want) > 0.0005 {
		t.Errorf("the values add up to %.3f, want %.3f", sum, want)
	}
}

func TestReviewIsConsistent(t *testing.T) {
	for _, transcript := range []string{lateGame, otherGame} {
		r := reviewed(t, engine.NewJudge(), transcript, small)
		positions := r.Positions()
		var lost [2]float64
		for i, m := range r.Moves {
			p := positions[i]
			if m.Color != p.ToMove || m.Empties != p.Empties().Len() || m.Choices != p.Legal().Len() || !p.Legal().Has(m.Best) {
				t.Errorf("move %d: %+v", i+1, m)
			}
			if m.Lost() < 0 || (m.Lost() == 0) != (m.Best == m.Square) {
				t.Errorf("move %d: %+v", i+1, m)
			}
			if m.Empties <= small.SolveEmpties && !m.Exact {
				t.Errorf("move %d is not exact", i+1)
			}
			if m.Choices > 1 {
				lost[m.Color] += m.Lost()
			}
			// The value of a move is the value of the best next move.
			if i > 0 {
				want := m.BestValue
				if r.Moves[i-1].Color != m.Color {
					want = -want
				}
				if r.Moves[i-1].Value != want {
					t.Errorf("move %d is worth %v, the next %v", i, r.Moves[i-1].Value, want)
				}
			}
		}
		for c, s := range r.Sides {
			if math.Abs(s.Lost*float64(s.Choices)-lost[c]) > 1e-9 || s.Accuracy != review.AccuracyOf(s.Lost) || !s.Rated() {
				t.Errorf("%v: %+v", rules.Color(c), s)
			}
		}
		var each [2]int
		for _, m := range r.Moments {
			move := r.Moves[m.Number-1]
			each[move.Color]++
			if move.Label() == review.Good || m.Line[0] != move.Square || m.BestLine[0] != move.Best {
				t.Errorf("%+v of %+v", m, move)
			}
			for _, line := range [][]rules.Square{m.Line, m.BestLine} {
				if _, err := rules.Replay(positions[m.Number-1], line); err != nil || len(line) > 8 {
					t.Errorf("%v: %v", line, err)
				}
			}
		}
		if each[0] == 0 || each[0] > 4 || each[1] == 0 || each[1] > 4 {
			t.Errorf("%v moments", each)
		}
	}
}

func TestReviewOfUnfinishedGame(t *testing.T) {
	r := reviewed(t, engine.NewJudge(), lateGame[:60], small)
	if _, decided := r.Winner(); decided || len(r.Moves) != 30 {
		t.Errorf("%+v", r)
	}
	if _, err := review.Of(t.Context(), engine.NewJudge(), rules.Start(), moves(t, "f5f5"), small); !errors.As(err, new(*rules.ReplayError)) {
		t.Errorf("an illegal move: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := review.Of(ctx, engine.NewJudge(), rules.Start(), moves(t, lateGame), small); !errors.Is(err, context.Canceled) {
		t.Errorf("with a cancelled context: %v", err)
	}
}

func TestLabels(t *testing.T) {
	for name, c := range map[string]struct {
		move review.Move
		want review.Label
	}{
		"the best":                {review.Move{Choices: 5, Value: 2, BestValue: 2}, review.Good},
		"two discs":               {review.Move{Choices: 5, Value: -1, BestValue: 1.4}, review.Good},
		"three, rounded":          {review.Move{Choices: 5, Value: -1, BestValue: 1.5}, review.Inaccuracy},
		"six":                     {review.Move{Choices: 5, Value: -2, BestValue: 4}, review.Mistake},
		"ten":                     {review.Move{Choices: 5, Value: -8, BestValue: 2}, review.Blunder},
		"ten of a lost game":      {review.Move{Choices: 5, Value: -50, BestValue: -40, Proved: true, Exact: true}, review.Blunder},
		"without a choice":        {review.Move{Choices: 1, Value: -8, BestValue: 2}, review.Good},
		"a proved win kept":       {review.Move{Choices: 5, Value: 2, BestValue: 40, Proved: true, Exact: true}, review.Good},
		"kept, unknown before":    {review.Move{Choices: 5, Value: 2, BestValue: 40, Proved: true}, review.Good},
		"a likely win kept":       {review.Move{Choices: 5, Value: 2, BestValue: 40}, review.Blunder},
		"a proved win for a loss": {review.Move{Choices: 5, Value: -1, BestValue: 1, Proved: true, Exact: true}, review.Blunder},
		"a proved win for a draw": {review.Move{Choices: 5, Value: 0, BestValue: 2, Proved: true, Exact: true}, review.Blunder},
		"a proved draw":           {review.Move{Choices: 5, Value: -2, BestValue: 0, Proved: true, Exact: true}, review.Blunder},
		"a likely win for a loss": {review.Move{Choices: 5, Value: -1, BestValue: 1}, review.Good},
	} {
		if got := c.move.Label(); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
