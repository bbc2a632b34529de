package main

import (
	"strconv"
	"strings"
	"testing"

	"othellobot/engine"
	"othellobot/rules"
)

// TestGTP sends commands. The lines of talk that begin with = or ? are the answers.
func TestGTP(t *testing.T) {
	tests := []struct{ name, talk string }{
		{"identity", "name\n= othellobot\n7 protocol_version\n=7 2\n"},
		{"comments", "# nothing\n \n\t3 version # the first\n=3 1\n"},
		{"sizes", "boardsize 8\n= \nboardsize 19\n? unacceptable size\nboardsize\n? boardsize takes 1 arguments\n"},
		{"unknown", "fly\n? unknown command\n4 fly\n?4 unknown command\n"},
		{"moves", "play b F5\n= \nplay white d6\n= \nplay b a1\n? illegal move\nplay b pass\n? illegal move\nplay w c3\n? it is Black's turn\nplay x c3\n? \"x\" is no colour\n"},
		{"known commands", "known_command play\n= true\n1 known_command undo\n=1 true\nknown_command fly\n= false\nknown_command\n? known_command takes 1 arguments\n"},
		{"komi", "komi 0\n= \nkomi 6.5\n= \nkomi x\n? komi not a float\n"},
		{"undo", "undo\n? cannot undo\nplay b f5\n= \nplay w f6\n= \nundo\n= \nplay b f6\n? it is White's turn\nplay w d6\n= \nclear_board\n= \nundo\n? cannot undo\n"},
		{"clear", "play b f5\n= \nclear_board\n= \nplay b f5\n= \n"},
		{"times", "time_settings 0 1 100\n= \ntime_settings 60 0 0\n= \ntime_settings 1 x 0\n? not a number of seconds or moves\ntime_left b 30 0\n= \ntime_left b 1\n? time_left takes 3 arguments\n"},
		{"quit", "quit\n= \n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var said, want strings.Builder
			for line := range strings.Lines(test.talk) {
				if strings.HasPrefix(line, "=") || strings.HasPrefix(line, "?") {
					want.WriteString(line + "\n")
				} else {
					said.WriteString(line)
				}
			}
			if got, err := runCommand(t, said.String(), "gtp"); err != nil || got != want.String() {
				t.Errorf("%v\n%s\nwant\n%s", err, got, want.String())
			}
		})
	}
}

func TestGTPShowsBoard(t *testing.T) {
	got, err := runCommand(t, "showboard\n", "gtp")
	if err != nil || !strings.Contains(got, "\n4 - - - O X - - -\n5 - - - X O - - -\n") || !strings.Contains(got, "Black to move") {
		t.Errorf("%v\n%s", err, got)
	}
}

func TestGTPPlaysGames(t *testing.T) {
	g := &gtp{position: rules.Start()}
	weak, strong := newPlayer(1), newPlayer(0)
	strong.limits = engine.Limits{Depth: 2, ExactEmpties: 6}
	passes := 0
	for moves := 0; passes < 2; moves++ {
		g.player = []player{weak, strong}[moves%2]
		move, err := g.answer(t.Context(), "genmove", []string{[]string{"b", "w"}[moves%2]})
		if err != nil || moves > 130 {
			t.Fatalf("move %d: %v", moves, err)
		}
		passes++
		if move != "pass" {
			passes = 0
		}
	}
	if !g.position.Over() {
		t.Error("both passed, and it is not over")
	}
}

// TestGTPPlaysAtLevels compares moves with those of the levels themselves. Levels have
// budgets and no clock: the controller's time settings change nothing.
func TestGTPPlaysAtLevels(t *testing.T) {
	s := engine.NewSearcher(engine.Trained(), playerMemory)
	p := replay(t, "f5d6c3")
	for _, level := range []int{1, 6, 13, 14} {
		want := s.Play(t.Context(), p, engine.Level(level), 1).String()
		for _, before := range []string{"", "time_settings 1 0 0\n", "time_settings 0 1 1000\ntime_left w 0 0\n", gtpMoves + "genmove w\nclear_board\n"} {
			got, err := runCommand(t, before+gtpMoves+"genmove w\n", "gtp", "-level", strconv.Itoa(level))
			if err != nil || lastAnswer(got) != want {
				t.Errorf("%s: level %d plays %q, %v, want %s", before, level, lastAnswer(got), err, want)
			}
		}
	}
}

// TestGTPPlaysByPositions compares moves with those of searches with the same position
// budget.
func TestGTPPlaysByPositions(t *testing.T) {
	s := engine.NewSearcher(engine.Trained(), playerMemory)
	want := s.Think(t.Context(), replay(t, "f5d6c3"), engine.Limits{Nodes: 30_000}).Square.String()
	got, err := runCommand(t, gtpMoves+"genmove w\n", "gtp", "-positions", "30000")
	if err != nil || lastAnswer(got) != want {
		t.Errorf("%q, %v, want %s", lastAnswer(got), err, want)
	}
}

// TestGTPForgets plays a game twice. The second game starts with empty tables.
func TestGTPForgets(t *testing.T) {
	game := "clear_board\n" + gtpMoves + strings.Repeat("genmove w\ngenmove b\n", 12)
	got, err := runCommand(t, game+game, "gtp", "-positions", "5000")
	if half := len(got) / 2; err != nil || got[:half] != got[half:] {
		t.Errorf("%v\n%s", err, got)
	}
}

// TestGTPPlaysByTime gives a move hardly any time. The move must still be legal.
func TestGTPPlaysByTime(t *testing.T) {
	for _, test := range []struct{ flags, before string }{
		{"gtp -ms 1", ""},
		{"gtp -positions 100000000000", "time_settings 0 1 1000\n"},
		{"gtp -positions 100000000000", "time_settings 1 0 0\n"},
		{"gtp", "time_left w 1 0\n"},
	} {
		got, err := runCommand(t, test.before+gtpMoves+"genmove w\n", strings.Fields(test.flags)...)
		square, notSquare := rules.ParseSquare(lastAnswer(got))
		if err != nil || notSquare != nil || !replay(t, "f5d6c3").Legal().Has(square) {
			t.Errorf("%+v: %q, %v", test, lastAnswer(got), err)
		}
	}
}

// gtpMoves are the moves f5d6c3. White moves next.
const gtpMoves = "play b f5\nplay w d6\nplay b c3\n"

// replay returns the position after the moves of a transcript.
func replay(t *testing.T, transcript string) rules.Position {
	t.Helper()
	moves, err := rules.ParseTranscript(transcript)
	if err != nil {
		t.Fatal(err)
	}
	p, err := rules.Replay(rules.Start(), moves)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func lastAnswer(talk string) string {
	return strings.TrimPrefix(talk[strings.LastIndex(strings.TrimSpace(talk), "\n")+1:len(talk)-2], "= ")
}
