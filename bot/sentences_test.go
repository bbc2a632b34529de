package bot

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"othellobot/bot/card"
	"othellobot/chat"
	"othellobot/game"
	"othellobot/people"
	"othellobot/puzzle"
	"othellobot/review"
	"othellobot/rules"
	"othellobot/words"
	"othellobot/words/wordstest"
)

func english() *request {
	l := wordstest.Quoted().Default()
	return &request{order: &order{}, Viewer: card.Viewer{All: l, Own: l}}
}

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func moves(t *testing.T, text string) []rules.Square {
	t.Helper()
	moves, err := rules.ParseTranscript(text)
	noError(t, err)
	return moves
}

func TestHintsAreGivenWithTheirReason(t *testing.T) {
	start := rules.Start()
	loop, err := rules.Replay(start, moves(t, "c4c3f5b4a4a5b2"))
	noError(t, err)
	board := func(text string) rules.Position {
		p, err := rules.ParseBoard(text, rules.Black)
		noError(t, err)
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
		said := english().Own.Text(hintStory(c.p, append(moves(t, c.square), list...), c.reason, c.margin)...).String()
		if said != c.want {
			t.Errorf("%s: %q, want %q", c.reason, said, c.want)
		}
	}
}

// TestHintsCountRight checks the number of answers that hints claim, over random positions, by
// counting square by square.
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
		noError(t, err)
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

func TestRefusalsOfAnUnknownGame(t *testing.T) {
	for _, err := range []error{
		game.ErrOver, game.ErrStale, game.ErrUnknown, game.ErrNotPlayer, game.ErrNotAsked, game.ErrNotAllowed,
		game.ErrSeatTaken, game.ErrNoOpponent, &game.SideError{},
	} {
		for name, o := range map[string]*order{"typed": {}, "pressed": {Action: chat.Action{Control: "o1:1:0:stop"}}} {
			text := ""
			if said := gameRefusal(&request{order: o}, err); said != nil {
				text = english().Own.Text(said.said...).String()
			}
			if strings.Contains(strings.ToLower(text), "somebody") || strings.Contains(text, "nobody") || strings.Contains(text, "You are playing") {
				t.Errorf("%s, %v is answered %q", name, err, text)
			}
			if generic := errors.Is(err, game.ErrOver) || errors.Is(err, game.ErrStale) || errors.Is(err, game.ErrUnknown); generic && text == "" {
				t.Errorf("%s, %v has no words", name, err)
			}
		}
	}
}

// TestPuzzleHint checks that a wrong move in an easy puzzle reveals the winning one if others are left.
func TestPuzzleHint(t *testing.T) {
	for number := range 100 {
		p := puzzle.At(puzzle.Easy, number+1)
		for wrong := range (p.Position.Legal() &^ rules.SetOf(p.Best)).Squares() {
			hint := puzzleHint(p, rules.SetOf(wrong))
			if want := p.Position.Legal().Len() > 2; want && hint != (words.PuzzleHint{Square: p.Best}) || !want && hint != nil {
				t.Errorf("%v after %v: %v", p.ID, wrong, hint)
			}
		}
		if hard := puzzle.At(puzzle.Hard, number+1); puzzleHint(hard, 0) != nil {
			t.Errorf("%v has a hint", hard.ID)
		}
	}
}

func TestWeakSpot(t *testing.T) {
	const corner, few, greedy, thrown = 1 << review.CornerOpened, 1 << review.FewMoves, 1 << review.Greedy, 1 << review.Thrown
	games := func(faults ...uint32) (all []people.Exercise) {
		for _, f := range faults {
			all = append(all, people.Exercise{Faults: f}, people.Exercise{Number: 7, Faults: greedy})
		}
		return all
	}
	for name, c := range map[string]struct {
		all  []people.Exercise
		want words.Message
	}{
		"nothing":          {nil, nil},
		"four games":       {games(corner, corner, corner, corner), nil},
		"seldom":           {games(corner, corner, few, greedy, thrown, 0), nil},
		"corners":          {games(corner, corner, corner|1<<review.CornerGiven, few, greedy|few), words.WeakCorners{Games: 3, Of: 5}},
		"mobility":         {games(few, few|corner, 1<<review.Mobility, 0, 1<<review.FewMoves), words.WeakMoves{Games: 4, Of: 5}},
		"greed":            {games(greedy, greedy, greedy, 0, 0, 0), words.WeakGreed{Games: 3, Of: 6}},
		"endings":          {games(thrown, thrown, thrown, corner, 0, thrown), words.WeakEnds{Games: 4, Of: 6}},
		"in few of twenty": {games(corner, corner, corner, corner, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), nil},
	} {
		if got := weakSpot(c.all); got != c.want {
			t.Errorf("%s: %#v, want %#v", name, got, c.want)
		}
	}
}

// TestLessons checks that each lesson can be passed and that its texts are true.
func TestLessons(t *testing.T) {
	for i, l := range lessons() {
		p, err := rules.ParseBoard(l.board, rules.Black)
		if err != nil || p != l.position() || p.Legal().IsEmpty() {
			t.Fatalf("lesson %d is on %q: %v", i+1, l.board, err)
		}
		for _, name := range l.decoys {
			if s, err := rules.ParseSquare(name); err != nil || p.Legal().Has(s) {
				t.Errorf("lesson %d: the decoy %s is legal, or no square: %v", i+1, name, err)
			}
		}
		passed, failed := 0, 0
		for s := range p.Legal().Squares() {
			next, err := p.Play(s)
			noError(t, err)
			said, ok := l.answer(lessonMove{s, p.Check(rules.Black, s), next})
			if ok {
				passed++
			} else {
				failed++
			}
			switch m := said.(type) {
			case words.LearnedPass:
				if next.ToMove != rules.Black || next.Over() {
					t.Errorf("after %s White does not pass", s)
				}
			case words.LearnedXSquare:
				if !next.Legal().Has(m.Corner) || s != rules.SquareAt(6, 6) {
					t.Errorf("%s gives no corner away", s)
				}
			case words.LearnedQuiet:
				if !(next.Legal() & puzzle.Corners).IsEmpty() {
					t.Errorf("%s gives a corner away", s)
				}
			}
		}
		want := [][2]int{{4, 0}, {1, 1}, {2, 0}, {1, 2}}[i]
		if got := [2]int{passed, failed}; got != want {
			t.Errorf("lesson %d has %v moves that pass it and that do not, want %v", i+1, got, want)
		}
	}
}
