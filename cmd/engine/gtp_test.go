package main

import (
	"fmt"
	"strings"
	"testing"

	"othellobot/engine"
	"othellobot/rules"
)

// TestGTP holds conversations; lines that begin with = or ? are the answers.
func TestGTP(t *testing.T) {
	tests := []struct{ name, talk string }{
		{"identity", "name\n= othellobot\n7 protocol_version\n=7 2\n"},
		{"comments", "# nothing\n \n\t3 version # the first\n=3 1\n"},
		{"sizes", "boardsize 8\n= \nboardsize 19\n? unacceptable size\nboardsize\n? boardsize takes 1 arguments\n"},
		{"unknown", "fly\n? unknown command\n4 fly\n?4 unknown command\n"},
		{"moves", "play b F5\n= \nplay white d6\n= \nplay b a1\n? illegal move\nplay b pass\n? illegal move\nplay w c3\n? it is Black's turn\nplay x c3\n? \"x\" is no colour\n"},
		{"clear", "play b f5\n= \nclear_board\n= \nplay b f5\n= \n"},
		{"levels", "set_level 1\n= \nset_level -1\n? levels run from 1 to 10; 0 is full strength\nset_level x\n? levels run from 1 to 10; 0 is full strength\n"},
		{"times", "time_settings 0 1 100\n= \ntime_settings 60 0 0\n= \ntime_settings 1 x 0\n? not three numbers of seconds, seconds and moves\n"},
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
			if got, err := running(t, said.String(), "gtp"); err != nil || got != want.String() {
				t.Errorf("%v\n%s\nwant\n%s", err, got, want.String())
			}
		})
	}
}

func TestGTPShowsBoard(t *testing.T) {
	got, err := running(t, "showboard\n", "gtp")
	if err != nil || !strings.Contains(got, "\n4 - - - O X - - -\n5 - - - X O - - -\n") || !strings.Contains(got, "Black to move") {
		t.Errorf("%v\n%s", err, got)
	}
}

// TestGTPPlaysGames plays level 1 against full strength until both pass.
func TestGTPPlaysGames(t *testing.T) {
	g := &gtp{position: rules.Start(), player: player{level: 1}}
	strong, err := parsePlayer("depth=2,exact=6")
	if err != nil {
		t.Fatal(err)
	}
	passes := 0
	for moves := 0; passes < 2; moves++ {
		color := "b"
		if moves%2 == 1 {
			color = "w"
			g.player = strong
		} else {
			g.player = player{level: 1}
		}
		move, err := g.answer(t.Context(), "genmove", []string{color})
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

// TestGTPPlaysAtLevels compares moves with those of the levels themselves, which
// have budgets.
func TestGTPPlaysAtLevels(t *testing.T) {
	s := engine.NewSearcher(engine.Trained(), playerMemory)
	for _, level := range []int{1, 4, 8} {
		got, err := running(t, fmt.Sprintf("set_level %d\nplay b f5\ngenmove w\n", level), "gtp")
		p, _ := rules.Start().Play(37)
		want := "= \n\n= \n\n= " + s.Play(t.Context(), p, engine.Level(level), 1).String() + "\n\n"
		if got != want || err != nil {
			t.Errorf("level %d: %q, %v, want %q", level, got, err, want)
		}
	}
}
