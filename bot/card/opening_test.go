package card

import (
	"strings"
	"testing"
	"time"

	"othellobot/game"
	"othellobot/rules"
	"othellobot/words/wordstest"
)

// played plays moves for both sides, and returns the events of the last one.
func played(t *testing.T, g game.Game, moves []rules.Square) (game.Game, []game.Event) {
	t.Helper()
	var last []game.Event
	for _, m := range moves {
		next, events, err := g.Play("ana", m, time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		g, last = next, events
	}
	return g, last
}

func english() *Viewer {
	l := wordstest.Quoted().Default()
	return &Viewer{All: l, Own: l}
}

func open() game.Game { return game.NewOpen(1, "", "ana", time.Time{}) }

func moves(t *testing.T, text string) []rules.Square {
	t.Helper()
	moves, err := rules.ParseTranscript(text)
	if err != nil {
		t.Fatal(err)
	}
	return moves
}

// TestOpeningsAreNamedOnce checks that only the move that reaches an opening names it.
func TestOpeningsAreNamedOnce(t *testing.T) {
	named := map[int]string{2: "Perpendicular", 5: "Tiger", 7: "Stephenson", 8: "No-Kung"}
	line := moves(t, "f5d6c3d3c4f4f6g5e3")
	for n := 1; n <= len(line); n++ {
		g, events := played(t, open(), line[:n])
		v := english()
		told := v.All.Text(v.Happened(g, events)...).String()
		want := ""
		if name := named[n]; name != "" {
			want = ". This is the " + name + " opening."
		}
		if strings.Contains(told, "opening") != (want != "") || !strings.Contains(told, want) {
			t.Errorf("move %d: %q, want %q in it", n, told, want)
		}
		if again := v.All.Text(v.LastStory(g)...).String(); again != told {
			t.Errorf("the redraw describes move %d as %q", n, again)
		}
	}
}

func TestOpeningAfterLoadedMoves(t *testing.T) {
	line := moves(t, "f5d6c3d3c4")
	g, err := game.NewLoaded(1, "", "ana", line[:4], time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	if got := OpeningOf(g); got != "Perpendicular" {
		t.Errorf("the loaded game has the opening %q", got)
	}
	g, events := played(t, g, line[4:])
	if got := english().All.Text(english().Happened(g, events)...).String(); !strings.Contains(got, "the Tiger opening.") || OpeningOf(g) != "Tiger" {
		t.Errorf("the last move is described as %q", got)
	}
}

// TestNoOpeningFromAnotherStart checks that a game with an unusual start has no opening, even in the
// position of one.
func TestNoOpeningFromAnotherStart(t *testing.T) {
	line := moves(t, "f5d6c3d3c4")
	start, err := rules.Replay(rules.Start(), line[:4])
	if err != nil {
		t.Fatal(err)
	}
	g, err := game.Restore(game.Game{Start: start, Starter: "ana", Phase: game.Playing})
	if err != nil {
		t.Fatal(err)
	}
	g, events := played(t, g, line[4:])
	if g.Position().Opening() != "Tiger" {
		t.Fatal("the position looks like no opening")
	}
	if got := english().All.Text(english().Happened(g, events)...).String(); strings.Contains(got, "opening") || OpeningOf(g) != "" {
		t.Errorf("the last move is described as %q, the opening is %q", got, OpeningOf(g))
	}
}
