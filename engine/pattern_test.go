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
		for range p.base() {
			size *= 3
		}
		at += size
	}
	if traitsAt != at {
		t.Errorf("the traits are at %d, want %d", traitsAt, at)
	}
}

// TestTraits counts the traits of boards square by square.
func TestTraits(t *testing.T) {
	for seed := range uint64(20) {
		for _, p := range game(t, random, random, seed) {
			b := boardOf(p)
			if b.moves() == 0 {
				continue
			}
			want := [5]int{
				ownMovesAt + b.moves().Len(),
				theirMovesAt + b.pass().moves().Len(),
				ownFrontierAt + frontier(b, b.own),
				theirFrontierAt + frontier(b, b.opp),
				oddAt,
			}
			for s := range b.empties().Squares() {
				want[4] = oddAt + (want[4] - oddAt) ^ 1<<(s.Row()/4*2+s.Column()/4)
			}
			if got := traitsIn(b, b.moves(), b.pass().moves()); got != want {
				t.Errorf("%v, want %v\n%s", got, want, p.FormatBoard())
			}
		}
	}
}

func traitsIn(b board, moves, theirs rules.Bitboard) [5]int {
	ownMoves, theirMoves, ownFrontier, theirFrontier, odd := traitsOf(b, moves, theirs)
	return [5]int{ownMoves, theirMoves, ownFrontier, theirFrontier, odd}
}

// frontier returns how many of the discs touch an empty square.
func frontier(b board, discs rules.Bitboard) (n int) {
	for s := range discs.Squares() {
		if neighbours(rules.SetOf(s))&b.empties() != 0 {
			n++
		}
	}
	return n
}

// TestTraitsBounded checks that each trait stays within its own weights on any board.
func TestTraitsBounded(t *testing.T) {
	const everywhere = ^rules.Bitboard(0)
	first := [5]int{ownMovesAt, theirMovesAt, ownFrontierAt, theirFrontierAt, oddAt}
	behind := [5]int{theirMovesAt, ownFrontierAt, theirFrontierAt, oddAt, traitWeights}
	beside := everywhere &^ (fileA<<1 | fileA<<4 | fileH) // files b, e and h are empty, so each disc touches an empty square
	for _, moves := range []rules.Bitboard{everywhere, 1} {
		for _, b := range []board{{everywhere &^ 1, 0}, {0, everywhere &^ 1}, {0, 0}, {beside, 0}, {0, beside}} {
			for i, trait := range traitsIn(b, moves, b.pass().moves()) {
				if trait < first[i] || trait >= behind[i] {
					t.Errorf("%+v: trait %d is %d", b, i, trait)
				}
			}
		}
	}
}

// TestValueSymmetric evaluates boards turned and mirrored, boards where a side must pass,
// and finished games.
func TestValueSymmetric(t *testing.T) {
	w := Trained()
	for seed := range uint64(10) {
		for _, p := range game(t, random, random, seed) {
			want := w.Value(p.Black, p.White)
			for turn := range rules.Symmetries {
				if got := w.Value(turn.Bitboard(p.Black), turn.Bitboard(p.White)); got != want {
					t.Errorf("turn %d: %v, want %v\n%s", turn, got, want, p.FormatBoard())
				}
			}
			b := boardOf(p)
			if p.Over() && w.Value(b.own, b.opp) != float64(b.margin()) {
				t.Errorf("finished with %+d, judged %+v", b.margin(), w.Value(b.own, b.opp))
			}
			if b.moves() == 0 || b.pass().moves() == 0 {
				if got := w.Value(b.opp, b.own); got != -w.Value(b.own, b.opp) {
					t.Errorf("%+v after a pass\n%s", got, p.FormatBoard())
				}
			}
		}
	}
}
