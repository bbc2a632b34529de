package engine

import (
	"testing"

	"othellobot/rules"
)

// TestFeaturesFollowMoves compares the incremental features with the digits read off the
// board.
func TestFeaturesFollowMoves(t *testing.T) {
	for seed := range uint64(20) {
		for _, p := range game(t, random, random, seed) {
			b := boardOf(p)
			f := featuresOf(b)
			checkFeatures(t, b, &f)
			passed := f.pass()
			checkFeatures(t, b.pass(), &passed)
			for s := range b.moves().Squares() {
				var next features
				next.after(&f, s, b.flips(s))
				checkFeatures(t, b.play(s), &next)
			}
		}
	}
}

func checkFeatures(t *testing.T, b board, f *features) {
	t.Helper()
	for lane, form := range lanes.squares {
		want, power := 0, 1
		for _, s := range form {
			switch {
			case b.opp.Has(s):
				want += 2 * power
			case !b.own.Has(s):
				want += power
			}
			power *= 3
		}
		if got := f.lane(lane); got != want {
			t.Fatalf("lane %d: index %d, want %d\n%s", lane, got, want, b.position().FormatBoard())
		}
	}
}

// TestOffsets checks that each pattern has exactly the room for all its indices.
func TestOffsets(t *testing.T) {
	at := 0
	for i, p := range patterns {
		if offsets[i] != at {
			t.Errorf("%s is at %d, want %d", p.name, offsets[i], at)
		}
		size := 1
		for range squaresOf(p.squares) {
			size *= 3
		}
		at += size
	}
	if traitsAt != at {
		t.Errorf("the traits are at %d, want %d", traitsAt, at)
	}
}

// TestForms counts the forms of each pattern and the forms that hold each square.
func TestForms(t *testing.T) {
	var seen [64]int
	lane := 0
	for i, p := range patterns {
		forms := formsOf(p)
		if len(forms) != p.forms {
			t.Errorf("%s has %d forms, want %d", p.name, len(forms), p.forms)
		}
		for _, form := range forms {
			if lanes.pattern[lane] != i {
				t.Errorf("lane %d is not of %s", lane, p.name)
			}
			lane++
			for _, s := range form {
				seen[s]++
			}
		}
	}
	for s, n := range seen {
		for turn := range rules.Symmetries {
			if other := turn.Square(rules.Square(s)); seen[other] != n {
				t.Errorf("%v is in %d forms, %v in %d", rules.Square(s), n, other, seen[other])
			}
		}
	}
}
