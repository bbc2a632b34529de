package bot

import (
	"math/rand/v2"
	"slices"
	"testing"

	"othellobot/rules"
	"othellobot/words"
)

func TestHintsAreGivenWithTheirReason(t *testing.T) {
	start := rules.Start()
	loop, err := rules.Replay(start, moves(t, "c4c3f5b4a4a5b2"))
	if err != nil {
		t.Fatal(err)
	}
	board := func(text string) rules.Position {
		p, err := rules.ParseBoard(text, rules.Black)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	middle := board("-------- --X----- -OOOOOO- -OXXOO-- XOXOOOX- XXOXOXXX XX-OO--- -OX-O---")
	opening := board("-------- -------- ----XX-- -OOOXO-- ---OO--- ---OOO-- -----O-- ------O-")
	for _, c := range []struct {
		p      rules.Position
		square string
		others string
		reason Reason
		margin int
		want   string
	}{
		{start, "d3", "", ReasonOnlyMove, 0, "d3 is the only move."},
		{start, "d3", "", ReasonSolvedWin, 1, "d3 wins by 1 disc with best play."},
		{start, "d3", "", ReasonSolvedWin, 12, "d3 wins by 12 discs with best play."},
		{start, "d3", "", ReasonSolvedDraw, 0, "d3 holds the draw with best play."},
		{start, "d3", "", ReasonSolvedLoss, -32, "d3 keeps most: 16\u2060–\u206048 with best play. Every other move loses more."},
		{start, "d3", "c4", ReasonSolvedLoss, -2, "d3 keeps most: 31\u2060–\u206033 with best play. About as good: c4."},
		{start, "d3", "c4f5e6", ReasonSearch, 0, "d3, c4, f5 and e6 are about equal."},
		{start, "d3", "", ReasonSearch, 0, "Try d3: it looks best some moves ahead."},
		{middle, "a8", "", ReasonSearch, 0, "Try a8: a corner can never be taken back."},
		{middle, "g2", "", ReasonSearch, 0, "Try g2. After a2 White can take a8; after g2 not."},
		{middle, "g2", "a8", ReasonSearch, 0, "Try g2. After a2 White can take a8; after g2 not. About as good: a8."},
		{opening, "g4", "", ReasonSearch, 0, "Try g4. c5 leaves White 8 moves; g4 would leave 5."},
		{loop, "a3", "", ReasonSearch, 0, "Try a3: it leaves Black without a move."},
	} {
		var list []rules.Square
		if c.others != "" {
			list = moves(t, c.others)
		}
		said := english().Own.Text(hintSaid(c.p, append(moves(t, c.square), list...), c.reason, c.margin)...).String()
		if said != c.want {
			t.Errorf("%s: %q, want %q", c.reason, said, c.want)
		}
	}
}

// TestHintsCountRight checks the number of answers that hints claim, over 10,000 random positions,
// by counting square by square.
func TestHintsCountRight(t *testing.T) {
	positions := 10_000
	if testing.Short() {
		positions = 1_000
	}
	random := rand.New(rand.NewPCG(1, 2))
	for p := rules.Start(); positions > 0; positions-- {
		legal := slices.Collect(p.Legal().Squares())
		move := legal[random.IntN(len(legal))]
		next, err := p.Play(move)
		if err != nil {
			t.Fatal(err)
		}
		var answers []rules.Square
		for s := range rules.NoSquare {
			if next.Check(p.ToMove.Opponent(), s).Legal() {
				answers = append(answers, s)
			}
		}
		var want words.Message
		opponent := p.ToMove.Opponent()
		switch {
		case len(answers) > 1:
		case len(answers) == 1:
			want = words.HintOneAnswer{Square: move, Opponent: opponent, Answer: answers[0]}
		case next.Over():
			want = words.HintEnds{Square: move}
		default:
			want = words.HintNoAnswer{Square: move, Opponent: opponent}
		}
		if want != nil && answersLeft(p, move) != want {
			t.Fatalf("of %s on %s it is said %#v, want %#v", move, p.FormatBoard(), answersLeft(p, move), want)
		}
		if p = next; p.Over() {
			p = rules.Start()
		}
	}
}
