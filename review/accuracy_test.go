package review

import (
	"math"
	"testing"

	"othellobot/rules"
)

// TestAccuracyIgnoresTheLead checks that two sides that lose equally many discs per choice
// get the same accuracy, although one is far ahead.
func TestAccuracyIgnoresTheLead(t *testing.T) {
	var r Review
	for n := range 2 * MinChoices {
		color, most := rules.Color(n%2), -20.0
		if color == rules.Black {
			most = 30
		}
		lost := 2 * float64(1+n/2%2) // 2 and 4 discs in turn
		r.Moves = append(r.Moves, Move{Color: color, Empties: 60 - n, Choices: 5, Best: 1, Value: most - lost, BestValue: most})
	}
	r.Moves = append(r.Moves, Move{Color: rules.Black, Choices: 1, Value: 7, BestValue: 7}) // no choice
	r.sum()
	for c, s := range r.Sides {
		if s.Choices != MinChoices || math.Abs(s.Lost-3) > 1e-9 || math.Abs(s.Accuracy-74) > 1 {
			t.Errorf("%v: %+v, want 3 discs lost a choice and 74 %%", rules.Color(c), s)
		}
	}
}

// TestAccuracyOf checks that accuracy falls with every disc lost, from 100 to nearly 0.
func TestAccuracyOf(t *testing.T) {
	last := AccuracyOf(-1)
	if last != 100 || AccuracyOf(0) != 100 {
		t.Errorf("nothing lost: %v", last)
	}
	for tenths := 1; tenths <= 1280; tenths++ {
		now := AccuracyOf(float64(tenths) / 10)
		if now >= last || now < 0 {
			t.Fatalf("%v discs lost: %v, with less %v", float64(tenths)/10, now, last)
		}
		last = now
	}
}
