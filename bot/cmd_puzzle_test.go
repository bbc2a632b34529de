package bot_test

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"othellobot/chat"
	"othellobot/engine"
	"othellobot/game"
	"othellobot/people"
	"othellobot/puzzle"
	"othellobot/review"
	"othellobot/rules"
)

func puzzled(t *testing.T, l chat.Limits) *stage {
	t.Helper()
	s := newStage(t, l)
	s.Puzzle = stock
	return s
}

func puzzleText(r chat.Response) string { return r.Effects[0].Message.Text.String() }

// TestPressesOfAPuzzleCountOnce checks simultaneous presses with different deliveries.
func TestPressesOfAPuzzleCountOnce(t *testing.T) {
	s := puzzled(t, limits)
	posed := s.do(t, typed("ana", "puzzle"))
	wrong := pressed(t, "ana", "a2", posed)
	var all sync.WaitGroup
	answers := make([]string, 8)
	for i := range answers {
		all.Go(func() {
			a := wrong
			a.Delivery = chat.Delivery(rune('a' + i))
			r, err := s.Handle(t.Context(), a)
			if err != nil {
				t.Error(err)
				return
			}
			answers[i] = puzzleText(r)
		})
	}
	all.Wait()
	for _, got := range answers {
		if !strings.Contains(got, "a2 does not win") {
			t.Errorf("a press is answered %q", got)
		}
	}
	says(t, s.do(t, pressed(t, "ana", "b2", posed)), "…🟨…")
	says(t, s.do(t, wrong), "…🟨…")
}

func TestPuzzleIsSharedOnce(t *testing.T) {
	s := puzzled(t, limits)
	posed := s.do(t, typed("ana", "puzzle"))
	share := pressed(t, "ana", "Share", s.do(t, pressed(t, "ana", "b2", posed)))
	var all sync.WaitGroup
	told := make(chan string, 8)
	for range cap(told) {
		all.Go(func() {
			r, err := s.Handle(t.Context(), share)
			if err != nil {
				t.Error(err)
			} else if r.Effects[0].Kind == chat.Post {
				told <- puzzleText(r)
			}
		})
	}
	all.Wait()
	if len(told) != 1 || <-told != "ana: Othello 1 (easy) 🟩" {
		t.Errorf("it was told %d times", len(told))
	}
}

func TestPuzzleInASelect(t *testing.T) {
	s := puzzled(t, limited(func(l *chat.Limits) { l.MoveButtons = 2 }))
	controls := s.do(t, typed("ana", "puzzle")).Effects[0].Message.Controls
	if len(controls) != 1 || controls[0].Select == nil || len(controls[0].Select.Options) != 3 {
		t.Fatalf("the controls are %+v", controls)
	}
	a := press("ana", controls[0].Select.Options[1].Action)
	says(t, s.do(t, a), "…🟩…")
}

func TestPuzzleTryIsStoredFirst(t *testing.T) {
	s := puzzled(t, limits)
	press := pressed(t, "ana", "b2", s.do(t, typed("ana", "puzzle")))
	s.Ports = people.PortsOf(fullPeople{s.store}, timing)
	r, err := s.Handle(t.Context(), press)
	if err != nil || r.Trouble != chat.Unsaved || r.Effects[0].Kind != chat.Whisper || strings.Contains(puzzleText(r), "wins") {
		t.Errorf("a press that is not stored is answered %v, %v", r, err)
	}
}

// fullPeople is a store that cannot store data of people.
type fullPeople struct{ people.Store }

func (fullPeople) SaveDocument(context.Context, people.Change) error {
	return errors.Join(game.ErrNotStored, errors.New("disk full"))
}

func TestInvalidPuzzleControls(t *testing.T) {
	s := puzzled(t, limits)
	for _, control := range []string{
		"o1:0:0:puzzle:s3", "o1:0:0:puzzle:s0", "o1:0:0:puzzle:x1", "o1:0:0:puzzle:s1:a1", "o1:0:0:puzzle:s1:z9", "o1:0:0:puzzle:s1:share",
		"o1:0:0:puzzle:s01:b2", "o1:0:0:puzzle:s1:b2:g2", "o1:0:0:puzzle:s1:b2:0", "o1:0:0:puzzle:s1:B2", "o1:0:0:puzzle:e3", "o1:0:0:puzzle:e01",
	} {
		a := press("ana", control)
		if got := whispered(t, s.do(t, a)); strings.Contains(got, "🟩") || !strings.Contains(got, "button") {
			t.Errorf("%s is answered %q", control, got)
		}
	}
}

func TestSharedResultHidesTheSolution(t *testing.T) {
	s := newStage(t, limited(func(l *chat.Limits) { l.MoveButtons = 12 }))
	var p puzzle.Puzzle
	s.Puzzle = func(grade puzzle.Grade, number int) puzzle.Puzzle { // any number is today's puzzle
		p.ID = puzzle.ID{Grade: grade, Number: number}
		return p
	}
	for grade := range puzzle.Grade(puzzle.Grades) {
		for number := 1; number <= puzzle.Count(grade); number++ {
			p = puzzle.At(grade, number)
			who := fmt.Sprint("ana-", grade, "-", number)
			posed := s.do(t, typed(who, "puzzle "+grade.String()))
			shared := s.do(t, pressed(t, who, "Share", s.do(t, pressed(t, who, p.Best.String(), posed))))
			if m := shared.Effects[0].Message; shared.Effects[0].Kind != chat.Post || m.Board != nil || len(m.Controls) != 1 {
				t.Fatalf("%s is shared by %v", who, shared)
			}
			if text := strings.TrimPrefix(puzzleText(shared), who); strings.Contains(text, p.Best.String()) {
				t.Errorf("%s is shared as %q", who, text)
			}
		}
	}
}

// TestPuzzleExplainsItsDiscs checks discs that are not black and white, and boards in words.
func TestPuzzleExplainsItsDiscs(t *testing.T) {
	for theme, want := range map[string]string{"classic": "Black White", "vivid": "🔴 Black White 🟡", "words": ""} {
		s := puzzled(t, limited(func(l *chat.Limits) { l.Themes = []string{"classic", "vivid"} }))
		s.do(t, ordered("settings theme:"+theme))
		m := s.do(t, typed("ana", "puzzle")).Effects[0].Message
		if got := regexp.MustCompile(`\d+\W+\d+ `).ReplaceAllString(m.Aside.String(), ""); got != want {
			t.Errorf("in %s it says %q, want %q", theme, got, want)
		}
		if told := strings.Contains(m.Text.String(), "\nRow 1: "); told != (theme == "words") || told == (m.Board != nil) {
			t.Errorf("in %s the text is %q, with the board %v", theme, m.Text, m.Board)
		}
	}
}

func TestWrongMoveInAnOlderPuzzle(t *testing.T) {
	s := puzzled(t, limits)
	posed := s.do(t, typed("ana", "puzzle"))
	s.now = s.now.Add(72 * time.Hour)
	says(t, s.do(t, pressed(t, "ana", "a2", posed)), "…a2 does not win…")
}

// TestSolutionPostedElsewhere checks that a puzzle then stops counting in all places of the tenant.
func TestSolutionPostedElsewhere(t *testing.T) {
	s := puzzled(t, limits)
	s.do(t, ordered("settings puzzle:13:00"))
	late := func(team string) chat.Action {
		a := ordered("settings puzzle:18:00")
		a.Place.Team, a.Place.Channel, a.User.Team = team, "d", team
		return a
	}
	s.do(t, late("t"))
	s.do(t, late("u"))
	s.now = s.now.Add(7 * time.Hour)
	s.due(t)
	press := func(who, team string) chat.Action {
		a := by(who, "d", team)
		a.Tokens = []chat.Token{{Text: "puzzle"}}
		posed := s.do(t, a)
		a.Tokens, a.Control = nil, pressed(t, who, "b2", posed).Control
		return a
	}
	bo, cy := press("bo", "t"), press("cy", "u")
	s.now = s.now.Add(18 * time.Hour)
	s.postDaily(t)
	for who, want := range map[chat.UserID]bool{bo.User: false, cy.User: true} {
		a := bo
		if who == cy.User {
			a = cy
		}
		if got := puzzleText(s.do(t, a)); strings.Contains(got, "🟩") != want {
			t.Errorf("%s is answered %q", who, got)
		}
	}
}

type problem struct {
	board  string
	toMove rules.Color
	best   string
	margin int
}

// problems are the puzzles of the tests, by grade. They do not depend on the puzzles of the program.
var problems = [puzzle.Grades][]problem{
	{
		{"-OOOOOO---OXXO-XOXOOOXXXOXXOOOXXOXOOOXOXXXXXXOO-OOXXOOOOOOOOOOOO", rules.White, "b2", 10},
		{"OOOOOOOXXXOOOOO-XXOOOXOOXXOOOOOOXOOXOOOOXOOOXOOOXXOXXX-OX-XXXO--", rules.Black, "h2", 10},
		{"XXXXXXXXX-OOOOXOXXOOXOXOXOXOXOXOXOXXXOXO-XXXXOXO-XOOOOOO--OOOOOO", rules.Black, "b2", 6},
	},
	{
		{"XXXXXXXXXXOXOOOO-XOXOOOO-XOXOOOO-XOXOOOXXXXXXOXXO-OOOXX--XXX-OXX", rules.White, "a5", 2},
		{"O-XXXX--OOOOOX--OOXOXOOOOOOOXOOO-OXOXOOOX-XXOOOO-XXOOXO--X-OOOOO", rules.Black, "a5", 2},
	},
	{
		{"O--OX---XOOXXX--XXXOXXXXXXOOOOXOXXXXXXO-XXOOXOO-XXOOOOO-XXXXXXX-", rules.Black, "c1", 2},
		{"--O-X------OXX--XXXXXXXXXOXXXOXXXXOXXXOXXXOXXXOX--XXOOOX-XXXXXXX", rules.White, "a7", 2},
	},
}

func stock(grade puzzle.Grade, number int) puzzle.Puzzle {
	all := problems[grade]
	p := all[(number-1)%len(all)]
	position, invalid := rules.ParseBoard(p.board, p.toMove)
	best, err := rules.ParseSquare(p.best)
	if err = errors.Join(invalid, err); err != nil {
		panic(err)
	}
	return puzzle.Puzzle{ID: puzzle.ID{Grade: grade, Number: number}, Position: position, Best: best, Margin: p.margin}
}

func solver(e *engine.Engine) func(context.Context, func(review.Judge) error) error {
	return func(ctx context.Context, question func(review.Judge) error) error {
		return e.WithSolver(ctx, func(j *engine.Judge) error { return question(j) })
	}
}
