package main

import (
	"strings"
	"testing"

	"othellobot/rules"
)

// TestBeginner checks that a beginner takes corners, and plays next to them only without
// another choice.
func TestBeginner(t *testing.T) {
	for name, c := range map[string]struct{ board, may string }{
		"a corner":        {"-OX-----" + "--------" + "--------" + "---OX---" + "---XO---" + "--------" + "--------" + "--------", "a1"},
		"not next to one": {"--OX----" + "--------" + "--------" + "---OX---" + "---XO---" + "--------" + "--------" + "--------", "d3 c4 f5 e6"},
		"nothing else":    {"--OX----" + "--------" + "--------" + "--------" + "--------" + "--------" + "--------" + "--------", "b1"},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := rules.ParseBoard(c.board, rules.Black)
			if err != nil {
				t.Fatal(err)
			}
			seen := make(map[string]bool)
			for seed := range uint64(100) {
				seen[beginnersMove(p, seed).String()] = true
			}
			for square := range strings.FieldsSeq(c.may) {
				if !seen[square] {
					t.Errorf("never plays %s", square)
				}
				delete(seen, square)
			}
			if len(seen) > 0 {
				t.Errorf("also plays %v", seen)
			}
		})
	}
}

// TestBeginnerInAMatch lets the beginner play a match.
func TestBeginnerInAMatch(t *testing.T) {
	got, err := running(t, "match", "-pairs", "2", "-opening", "0", "beginner", "level=1")
	if err != nil || !strings.HasPrefix(got, "4 games: ") {
		t.Errorf("%q, %v", got, err)
	}
}
