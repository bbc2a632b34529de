package people

import (
	"errors"
	"testing"
	"time"

	"othellobot/game"
	"othellobot/rules"
)

// try is a move in a puzzle: h8 is right, every other square is wrong.
type try struct {
	number int
	move   string
}

// Solving the next puzzle at the first try lengthens the streak, and at the second try keeps it.
// A failed or skipped puzzle ends it.
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
		p, solved := Puzzler{}, make(map[int]bool)
		for _, move := range c.tries {
			square, err := rules.ParseSquare(move.move)
			noError(t, err)
			if p, err = p.Try(move.number, square, move.move == "h8"); err != nil {
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
	p, _ := Puzzler{}.Try(8, 63, true)
	if after, err := p.Try(7, 63, true); !errors.Is(err, ErrOldPuzzle) || after != p {
		t.Errorf("a puzzle of before makes %+v, %v", after, err)
	}
}

func TestShareOnce(t *testing.T) {
	p, _ := Puzzler{}.Try(7, 0, false)
	if _, ok := p.Share(7); ok {
		t.Error("shared before it was over")
	}
	p, _ = p.Try(7, 63, true)
	if _, ok := p.Share(6); ok {
		t.Error("shared another one")
	}
	shared, ok := p.Share(7)
	if !ok || !shared.Shared {
		t.Errorf("shared is %+v, %t", shared, ok)
	}
	if _, again := shared.Share(7); again {
		t.Error("shared twice")
	}
}

// Concurrent changes follow each other, and a change without effect stores nothing. Each change
// passes the result of the puzzle to the store.
func TestChangePuzzler(t *testing.T) {
	store := newFake()
	calls := 0
	try := func(number int, move rules.Square, right bool) func(Puzzler) (Puzzler, error) {
		return func(p Puzzler) (Puzzler, error) {
			if calls++; calls == 1 { // another process stores its change first
				store.put(Document{Player: ana, Kind: PuzzlesKind, Version: 4, Doc: `{"grades":{"0":{"number":9},"1":{"number":6,"solved":true,"total":3}}}`})
			}
			return p.Try(number, move, right)
		}
	}
	share := func(p Puzzler) (Puzzler, error) {
		p, _ = p.Share(7)
		return p, nil
	}
	for n, c := range []struct {
		change func(Puzzler) (Puzzler, error)
		at     game.Place
		want   Puzzler
		tried  PuzzleProgress
	}{
		{try(7, 0, false), "here", Puzzler{Number: 7, Wrong: 1, Total: 3}, PuzzleProgress{Grade: 1, Number: 7, Wrong: 1}},
		{try(7, 63, true), "here", Puzzler{Number: 7, Wrong: 1, Solved: true, Total: 4}, PuzzleProgress{Grade: 1, Number: 7, Wrong: 1, Place: "here"}},
		{share, "", Puzzler{Number: 7, Wrong: 1, Solved: true, Total: 4, Shared: true}, PuzzleProgress{Grade: 1, Number: 7, Wrong: 1}},
	} {
		got, err := ChangePuzzler(t.Context(), store, ana, 1, c.at, time.UnixMilli(5), c.change)
		last := store.changes[len(store.changes)-1]
		if err != nil || got != c.want || last.Tried != c.tried || last.Version <= last.Before || last.Touched != 5 {
			t.Errorf("change %d gives %+v, %v, and stores %+v", n, got, err, last)
		}
		again, err := ChangePuzzler(t.Context(), store, ana, 1, "there", time.UnixMilli(6), c.change)
		if kept, _ := store.LoadDocument(t.Context(), ana, PuzzlesKind); err != nil || again != c.want || kept != last.Document {
			t.Errorf("change %d a second time gives %+v, %v, and %+v is stored", n, again, err, kept)
		}
	}
	all, err := PuzzlersOf(t.Context(), store, ana)
	if err != nil || len(all) != 2 || all[0] != (Puzzler{Number: 9}) {
		t.Errorf("all are %+v, %v", all, err)
	}
	if _, err := ChangePuzzler(t.Context(), store, ana, 0, "", noon, try(8, 0, true)); !errors.Is(err, ErrOldPuzzle) {
		t.Errorf("a puzzle of before: %v", err)
	}
}
