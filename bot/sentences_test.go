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
	"othellobot/lesson"
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
		{opening, "g4", "", ReasonSearch, 0, "Try g4: it leaves White 5 moves (c5: 8)."},
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

// TestLessons checks what the bot says about each move of each lesson. Package lesson proves the results.
func TestLessons(t *testing.T) {
	corners := slices.Collect(puzzle.Corners.Squares())
	apart := func(a, b rules.Square) (rows, columns int) {
		rows, columns = a.Row()-b.Row(), a.Column()-b.Column()
		return max(rows, -rows), max(columns, -columns)
	}
	for n := lesson.Rules; n <= lesson.Last; n++ {
		l := lesson.At(n)
		best, _ := l.Position.Play(l.Moves[0].Square)
		for i, m := range l.Moves {
			next, illegal := l.Position.Play(m.Square)
			flips, moves := l.Position.Flips(m.Square), next.Legal()
			opened, touching := moves&^l.Position.LegalFor(rules.White), 0
			for disc := range flips.Squares() {
				for empty := range next.Empties().Squares() {
					if rows, columns := apart(disc, empty); max(rows, columns) == 1 {
						touching++
					}
				}
			}
			gives := func(corner rules.Square) bool { return slices.Contains(corners, corner) && moves.Has(corner) }
			wins := 0
			for _, said := range lessonAnswer(n, l, m) {
				holds := false
				switch s := said.(type) {
				case words.HintWin:
					wins, holds = 1, s.Square == m.Square && int(s.Margin) == m.Margin && m.Margin > 0
				case words.PuzzleLoses:
					holds = s.Square == m.Square && int(s.Margin) == -m.Margin && m.Margin < 0
				case words.LearnedNothing:
					holds = illegal != nil
				case words.LearnedLines:
					wins, holds = 1, closedLines(l.Position, m.Square) == 3
				case words.LearnedFewLines:
					holds = closedLines(l.Position, m.Square) < 3
				case words.LearnedCorner:
					holds = slices.Contains(corners, m.Square)
				case words.LearnedCornerLeft:
					holds = gives(s.Corner) && s.Corner == l.Moves[0].Square
				case words.LearnedNoCorner:
					holds = !slices.ContainsFunc(corners, gives)
				case words.LearnedXSquare:
					rows, columns := apart(m.Square, s.Corner)
					holds = gives(s.Corner) && rows == 1 && columns == 1
				case words.LearnedCSquare:
					rows, columns := apart(m.Square, s.Corner)
					holds = gives(s.Corner) && rows+columns == 1
				case words.LearnedFewDiscs:
					holds = rules.Bitboard(s.Flips) == flips && int(s.Moves) == moves.Len()
				case words.LearnedManyDiscs:
					holds = s.Discs == flips.Len() && s.Discs > l.Position.Flips(l.Moves[0].Square).Len()+2 && s.Number == moves.Len() && s.Number > best.Legal().Len()
				case words.LearnedFewMoves:
					holds = int(s.Moves) == moves.Len()
				case words.LearnedManyMoves:
					holds = s.Moves == moves.Len() && s.Less == best.Legal().Len() && s.Moves > s.Less+1
				case words.LearnedQuiet:
					holds = rules.Bitboard(s.Flips) == flips && touching == 0 && opened.IsEmpty()
				case words.LearnedLoud:
					holds = rules.Bitboard(s.Squares) == opened && !opened.IsEmpty() && touching > 0
				case words.LearnedEdge:
					holds = !slices.ContainsFunc(slices.Collect(moves.Squares()), func(answer rules.Square) bool { return next.Flips(answer).Has(m.Square) })
				case words.LearnedEdgeFlipped:
					holds = next.Flips(s.Answer).Has(m.Square)
				case words.LearnedEdgeLeft:
					rows, columns := apart(s.Answer, l.Moves[0].Square)
					holds = moves.Has(s.Answer) && (rows == 0 || columns == 0)
				case words.LearnedStable:
					holds = int(s.Discs) == m.Count
				case words.LearnedUnstable:
					holds = m.Count == 0
				case words.LearnedOdd:
					holds = s.Number == m.Count && s.Number%2 == 1
				case words.LearnedEven:
					holds = s.Number == m.Count && s.Number%2 == 0
				case words.LearnedPass:
					holds = next.ToMove == rules.Black && !next.Over()
				case words.LearnedNoPass:
					holds = rules.Bitboard(s.Legal) == moves && next.ToMove == rules.White
				}
				if !holds {
					t.Errorf("lesson %d, %v: %#v", n, m.Square, said)
				}
			}
			if wins == 1 != (i == 0) {
				t.Errorf("lesson %d: move %d, %v, wins: %d", n, i, m.Square, wins)
			}
		}
	}
}

func closedLines(p rules.Position, square rules.Square) (lines int) {
	for _, ray := range p.Check(rules.Black, square).Rays {
		if ray.Closed() {
			lines++
		}
	}
	return lines
}
