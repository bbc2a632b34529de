package bot

import (
	"testing"

	"othellobot/rules"
)

func TestHintsAreGivenWithTheirReason(t *testing.T) {
	square := func(name string) rules.Square {
		s, err := rules.ParseSquare(name)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	start := rules.Start()
	loop, err := rules.Replay(start, moves(t, "c4c3f5b4a4a5b2"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		p      rules.Position
		square string
		others string
		reason Reason
		margin int
		want   string
	}{
		{start, "d3", "", ReasonOnlyMove, 0, "d3 is the only move."},
		{start, "d3", "c4f5", ReasonSearch, 0, "Try d3: it looks best some moves ahead. About as good: c4 and f5."},
		{start, "d3", "", ReasonCorner, 0, "Try d3: a corner can never be taken back."},
		{start, "d3", "", ReasonSolvedWin, 1, "d3 wins by 1 disc with best play."},
		{start, "d3", "", ReasonSolvedWin, 12, "d3 wins by 12 discs with best play."},
		{start, "d3", "", ReasonSolvedDraw, 0, "d3 holds the draw with best play."},
		{start, "d3", "", ReasonSolvedLoss, -32, "d3 keeps most: 16\u2060–\u206048 with best play. Every other move loses more."},
		{start, "d3", "c4", ReasonSolvedLoss, -2, "d3 keeps most: 31\u2060–\u206033 with best play. About as good: c4."},
		{start, "d3", "", ReasonMobility, 0, "Try d3: it leaves White 3 moves."},
		{loop, "a3", "", ReasonForced, 0, "Try a3: it leaves Black without a move."},
		{start, "d3", "", ReasonParity, 0, "Try d3: an odd number of squares is empty there, so it may give you the last move of that region."},
		{start, "d3", "", ReasonDiscs, 0, "Try d3: it gains discs that count at the end."},
		{start, "d3", "", ReasonSafe, 0, "Try d3: it gives no corner away."},
		{start, "d3", "", "a reason of another engine", 0, "Try d3: it looks best some moves ahead."},
	} {
		var list []rules.Square
		if c.others != "" {
			list = moves(t, c.others)
		}
		said := english().toActor.Text(hintWords(c.p, square(c.square), c.reason, c.margin), others(list, c.reason)).String()
		if said != c.want {
			t.Errorf("%s: %q, want %q", c.reason, said, c.want)
		}
	}
}
