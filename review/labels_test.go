package review_test

import (
	"cmp"
	"os"
	"testing"

	"othellobot/engine"
	"othellobot/review"
)

// TestLabelsNeverContradict reviews games of beginners: ten, or 1,000 with OTHELLO_LONG. A move that keeps a proved
// win must be good, one that gives a proved win or draw away a blunder. Of the others in one game, no move with a
// milder label may cost more discs than one with a harsher label.
func TestLabelsNeverContradict(t *testing.T) {
	games, limits := 10, small
	if os.Getenv("OTHELLO_LONG") != "" {
		games, limits = 1000, review.Standard()
	}
	judge, counts := engine.NewJudge(), make(map[review.Label]int)
	for n := range games {
		transcript, _ := beginnersTranscript(t, n)
		most, least := make(map[review.Label]int), make(map[review.Label]int)
		for i, m := range reviewed(t, judge, transcript, limits).Moves {
			label, lost := m.Label(), m.Discs()
			switch {
			case m.Choices < 2, m.Proved && m.Value > 0:
				if label != review.Good {
					t.Errorf("%s: move %d, %v: %+v", transcript, i+1, label, m)
				}
				continue
			case m.Exact && cmp.Compare(m.Value, 0) < cmp.Compare(m.BestValue, 0):
				if label != review.Blunder {
					t.Errorf("%s: move %d, %v: %+v", transcript, i+1, label, m)
				}
				continue
			}
			counts[label]++
			if _, found := least[label]; !found || lost < least[label] {
				least[label] = lost
			}
			most[label] = max(most[label], lost)
		}
		for mild := review.Good; mild <= review.Blunder; mild++ {
			for harsh := mild + 1; harsh <= review.Blunder; harsh++ {
				if _, found := least[harsh]; found && most[mild] > least[harsh] {
					t.Errorf("%s: %v for %v discs, but %v for %v", transcript, mild, most[mild], harsh, least[harsh])
				}
			}
		}
	}
	t.Logf("%d games: %v", games, counts)
	if counts[review.Inaccuracy] < games || counts[review.Mistake] < games || counts[review.Blunder] < games {
		t.Errorf("too few moves with labels: %v", counts)
	}
}
