package engine

import (
	"testing"

	"othellobot/rules"
)

func TestHintsMove(t *testing.T) {
	seeds := uint64(6)
	if testing.Short() {
		seeds = 1
	}
	for seed := range seeds {
		for _, empties := range []int{55, 40, 25, exactEmpties + 1, exactEmpties, 8, 3, 1} {
			p, ok := midway(t, random, seed, empties)
			if !ok {
				continue
			}
			square, reason, margin, err := Engine{}.Hint(t.Context(), p)
			if want := level(Levels)(t, p, 0); square != want || err != nil {
				t.Errorf("hint %v (%v), the highest level plays %v", square, err, want)
			}
			only := p.Legal().Len() == 1
			exact := reason == ReasonSolvedWin || reason == ReasonSolvedDraw || reason == ReasonSolvedLoss
			switch {
			case only != (reason == ReasonOnlyMove):
				t.Errorf("%q with %d legal moves", reason, p.Legal().Len())
			case exact && only, !exact && !only && empties <= exactEmpties:
				t.Errorf("%q with %d empties", reason, empties)
			case (reason == ReasonSolvedWin) != (margin > 0), (reason == ReasonSolvedLoss) != (margin < 0):
				t.Errorf("%q with a margin of %+d", reason, margin)
			}
		}
	}
}

func TestHintReasons(t *testing.T) {
	tests := []struct {
		board  string
		square string
		reason string
		margin int
	}{
		{
			"XOOXXXXX XOOXXXXX XOXOOXXX XOXXOXXX XXXOOOX- XXOXOXXX XOXXX--- OXXXXX-- X",
			"f7", ReasonOnlyMove, 0,
		},
		{
			"OOXXXO-X OXXXOXOO OXXOXOOO OOXXXXOX OOXXOOXX OOXOOXXX XXOXXXX- OOOOOOO- O",
			"g1", ReasonSolvedWin, 12,
		},
		{
			"XXOOOOOO XXOOOOO- XOXXOOOX OOXXOXOX OOOOXXOO XXOOXXO- XXOOOOXX XXXXXX-X O",
			"h2", ReasonSolvedDraw, 0,
		},
		{
			"XXXXXXXX XXXXXOXO XXXOXXXO XXXOOOOO XXXOXXXO X-XOXOXO X-XXXXOO -OXXXOOO O",
			"b7", ReasonSolvedLoss, -22,
		},
	}
	for _, test := range tests {
		p := position(t, test.board)
		square, reason, margin, err := Engine{}.Hint(t.Context(), p)
		if square.String() != test.square || reason != test.reason || margin != test.margin || err != nil {
			t.Errorf("hint %v, %q, %+d, %v, want %s, %q, %+d", square, reason, margin, err, test.square, test.reason, test.margin)
		}
		if reason != ReasonOnlyMove && margin != naive(t, p) {
			t.Errorf("%v: margin %+d, naive %+d", square, margin, naive(t, p))
		}
	}
}

func TestReasonFor(t *testing.T) {
	const (
		opening = "-------- -------- ----XX-- -OOOXO-- ---OO--- ---OOO-- -----O-- ------O- X"
		middle  = "-------- --X----- -OOOOOO- -OXXOO-- XOXOOOX- XXOXOXXX XX-OO--- -OX-O--- X"
		late    = "OO-XXO-X -OXXXXX- -XXOXOX- XXOXXO-- -OXXXOX- OOOXXOXX -OOXXO-- OO-OOOO- O"
		later   = "XO-XO-X- XXXXOX-- XXOOOOX- X-OOOOXX ---OOOXX --OOOXXX -OOOOOOO O--XXXXO O"
		start   = "-------- -------- -------- ---OX--- ---XO--- -------- -------- -------- X"
	)
	tests := []struct{ board, square, reason string }{
		{middle, "a8", ReasonCorner},
		{late, "c8", ReasonSafe}, // h7 would give h8
		{late, "h7", ReasonSearch},
		{middle, "g2", ReasonSafe},      // like a8, it keeps White from a8
		{middle, "c7", ReasonSearch},    // White can take a8
		{opening, "g4", ReasonMobility}, // 5 answers, as c6; others leave up to 8
		{opening, "a4", ReasonSearch},   // turns over most, which does not count yet
		{later, "h3", ReasonDiscs},      // 5 discs, as g2; 7 answers, as others
		{later, "f1", ReasonSearch},
		{start, "d3", ReasonSearch}, // all four are alike
	}
	for _, test := range tests {
		square, err := rules.ParseSquare(test.square)
		if err != nil {
			t.Fatal(err)
		}
		if got := reasonFor(boardOf(position(t, test.board)), square); got != test.reason {
			t.Errorf("%s: %q, want %q\n%s", test.square, got, test.reason, test.board)
		}
	}
}
