package game

import (
	"errors"
	"testing"

	"othellobot/rules"
)

// Buttons in existing messages carry these marks, so they must not change.
func TestMarksStay(t *testing.T) {
	for moves, want := range map[string]Moment{
		"": {0, 115}, "f5": {1, 125}, "f5d6": {2, 71}, "d3": {1, 92},
	} {
		g := played(t, duel(), moves, ana, bo)
		g.ID = 1<<63 + 1<<42 // 1y2p22nipqf40, with seven letters
		if got := g.Moment(); got != want {
			t.Errorf("after %q it is %v, want %v", moves, got, want)
		}
	}
}

// The positions of a turn are spread evenly over the marks.
func TestMarksDiffer(t *testing.T) {
	seen := make(map[rules.Position]bool)
	var each [1 << 4]int
	id, err := ParseID("1ab2cd3")
	noError(t, err)
	var walk func(p rules.Position, depth int)
	walk = func(p rules.Position, depth int) {
		if depth == 0 {
			if !seen[p] {
				each[Game{ID: id, Start: p}.mark()]++
			}
			seen[p] = true
			return
		}
		for s := range p.Legal().Squares() {
			next, err := p.Play(s)
			noError(t, err)
			walk(next, depth-1)
		}
	}
	walk(rules.Start(), 7)
	for mark, n := range each[1:] {
		if even := len(seen) / (len(each) - 1); n < even*8/10 || n > even*12/10 {
			t.Errorf("of %d positions %d have the mark %d", len(seen), n, mark+1)
		}
	}
	if each[0] != 0 {
		t.Error("a position has the mark of all")
	}
}

func TestOtherPositionIsStale(t *testing.T) {
	if !errors.Is(ErrOtherPosition, ErrStale) {
		t.Error("ErrOtherPosition does not wrap ErrStale")
	}
}

// A marked ID still parses as the ID, and carries any mark that its letters have room for.
func TestMarkedIDs(t *testing.T) {
	for text, want := range map[string]struct {
		id   string
		mark uint16
	}{
		"7": {"7", 0}, "z": {"z", 0}, "Z": {"z", 1}, "3a5b": {"3a5b", 0}, "3A5b": {"3a5b", 1}, "3a5B": {"3a5b", 2}, "3A5B": {"3a5b", 3},
		"3Fs7": {"3fs7", 1},
	} {
		id, mark, err := ParseMarked(text)
		if err != nil || id.String() != want.id || mark != want.mark {
			t.Errorf("%s is read as %v with the mark %d, %v", text, id, mark, err)
		}
		if again := string(id.AppendMarked(nil, mark)); again != text {
			t.Errorf("%s is written %s", text, again)
		}
	}
	for _, bad := range []string{"", "!", "a b", "zzzzzzzzzzzzzz"} {
		if id, mark, err := ParseMarked(bad); err == nil {
			t.Errorf("%q is read as %v with the mark %d", bad, id, mark)
		}
	}
}

// Successive boards have different marks, and no mark is 0.
func TestPostMark(t *testing.T) {
	if PostMark(0) != 0 {
		t.Error("no message has a mark")
	}
	for post := uint32(1); post < 1000; post++ {
		for later := post + 1; later < post+7; later++ {
			if m := PostMark(post); m == 0 || m == PostMark(later) {
				t.Fatalf("message %d has the mark %d, message %d %d", post, m, later, PostMark(later))
			}
		}
	}
}
