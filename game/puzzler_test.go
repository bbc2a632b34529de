package game

import (
	"errors"
	"testing"
	"time"

	"othellobot/rules"
)

// try is a move in a puzzle: wrong moves are squares, the right one is h8.
type try struct {
	number int
	move   string
}

// A streak counts numbers: solved at once lengthens it, at the second try leaves it, and
// failed, or left out, ends it.
func TestStreak(t *testing.T) {
	for name, c := range map[string]struct {
		tries  []try
		streak int
		solved bool
		wrong  int
	}{
		"solved at once":                  {[]try{{7, "h8"}}, 1, true, 0},
		"solved twice in a row":           {[]try{{7, "h8"}, {8, "h8"}}, 2, true, 0},
		"solved at the second try":        {[]try{{7, "h8"}, {8, "a1"}, {8, "h8"}}, 1, true, 1},
		"a frozen streak goes on":         {[]try{{7, "h8"}, {8, "a1"}, {8, "h8"}, {9, "h8"}}, 2, true, 0},
		"failed":                          {[]try{{7, "h8"}, {8, "a1"}, {8, "b1"}}, 0, false, 2},
		"after a failure":                 {[]try{{7, "h8"}, {8, "a1"}, {8, "b1"}, {9, "h8"}}, 1, true, 0},
		"a number left out":               {[]try{{7, "h8"}, {9, "h8"}}, 1, true, 0},
		"a number left out and a mistake": {[]try{{7, "h8"}, {9, "a1"}, {9, "h8"}}, 0, true, 1},
		"tried once and left":             {[]try{{7, "h8"}, {8, "a1"}, {9, "h8"}}, 1, true, 0},
		"a double click on a wrong move":  {[]try{{7, "a1"}, {7, "a1"}, {7, "h8"}}, 0, true, 1},
		"a double click on the right":     {[]try{{7, "h8"}, {7, "h8"}}, 1, true, 0},
		"nothing after it is over":        {[]try{{7, "a1"}, {7, "b1"}, {7, "h8"}}, 0, false, 2},
		"nothing after it is solved":      {[]try{{7, "h8"}, {7, "a1"}}, 1, true, 0},
	} {
		p, solved := Puzzler{Player: "p//ana"}, make(map[int]bool)
		for _, move := range c.tries {
			square, err := rules.ParseSquare(move.move)
			noError(t, err)
			if p, err = p.Try(move.number, square, move.move == "h8", "here"); err != nil {
				t.Fatal(name, err)
			}
			if p.Solved {
				solved[p.Number] = true
			}
		}
		if p.Total != len(solved) {
			t.Errorf("%s: %d are solved, not %d", name, p.Total, len(solved))
		}
		if p.Streak != c.streak || p.Solved != c.solved || p.Wrong.Len() != c.wrong {
			t.Errorf("%s: %+v, want a streak of %d, solved %t after %d", name, p, c.streak, c.solved, c.wrong)
		}
	}
}

func TestPastPuzzleCountsNothing(t *testing.T) {
	p, _ := Puzzler{}.Try(8, 63, true, "here")
	if after, err := p.Try(7, 63, true, "here"); !errors.Is(err, ErrPastPuzzle) || after != p {
		t.Errorf("a puzzle of before makes %+v, %v", after, err)
	}
}

// The solution before the newest one stays known, for a place that names its solvers.
func TestFormerSolution(t *testing.T) {
	p, _ := Puzzler{}.Try(7, 0, false, "here")
	p, _ = p.Try(7, 63, true, "here")
	p, _ = p.Try(8, 1, false, "there")
	if want := (Solution{Number: 7, Wrong: 1, Where: "here"}); p.Former != want || p.Where != "" {
		t.Errorf("%+v, want %+v before", p, want)
	}
	p, _ = p.Try(8, 2, false, "there")
	if p, _ = p.Try(9, 63, true, "there"); p.Former != (Solution{}) {
		t.Errorf("what was not solved is kept as %+v", p.Former)
	}
}

func TestShareOnce(t *testing.T) {
	p, _ := Puzzler{}.Try(7, 0, false, "here")
	if _, ok := p.Share(7, "there"); ok {
		t.Error("shared before it was over")
	}
	p, _ = p.Try(7, 63, true, "here")
	if _, ok := p.Share(6, "there"); ok {
		t.Error("shared another one")
	}
	shared, ok := p.Share(7, "there")
	if !ok || shared.Where != "there" {
		t.Errorf("shared is %+v, %t", shared, ok)
	}
	if _, again := shared.Share(7, "there"); again {
		t.Error("shared twice")
	}
	if shared, ok := p.Share(7, ""); !ok || shared.Where != "here" {
		t.Errorf("shared where nobody is named it is %+v, %t", shared, ok)
	}
}

// One after the other, whoever is faster, and nothing is stored where nothing changes.
func TestChangePuzzler(t *testing.T) {
	kept, name := newFakeStore(t), puzzlerName{"p//ana", 1}
	calls := 0
	before, after, err := ChangePuzzler(t.Context(), kept, "p//ana", 1, time.UnixMilli(5), func(p Puzzler) (Puzzler, error) {
		if calls++; calls == 1 { // somebody else is faster
			kept.puzzlers[name] = Puzzler{Player: "p//ana", Grade: 1, Version: 1, Number: 6}
		}
		return p.Try(7, 63, true, "here")
	})
	if err != nil || calls != 2 || before.Number != 6 || after.Version != 2 || after.Touched != 5 || kept.puzzlers[name] != after {
		t.Errorf("%d calls change %+v to %+v, %v; kept is %+v", calls, before, after, err, kept.puzzlers)
	}
	if _, same, err := ChangePuzzler(t.Context(), kept, "p//ana", 1, time.UnixMilli(6), func(p Puzzler) (Puzzler, error) { return p, nil }); same != after || err != nil {
		t.Errorf("without a change it is %+v, %v", same, err)
	}
}
