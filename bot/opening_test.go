package bot

import (
	"strings"
	"testing"
	"time"

	"othellobot/game"
	"othellobot/rules"
)

// turns are the eight ways to turn and mirror a board.
var turns = map[string]func(file, rank int) (int, int){
	"as it is":            func(f, r int) (int, int) { return f, r },
	"by a quarter":        func(f, r int) (int, int) { return 7 - r, f },
	"by half":             func(f, r int) (int, int) { return 7 - f, 7 - r },
	"by three quarters":   func(f, r int) (int, int) { return r, 7 - f },
	"left to right":       func(f, r int) (int, int) { return 7 - f, r },
	"top to bottom":       func(f, r int) (int, int) { return f, 7 - r },
	"at the diagonal":     func(f, r int) (int, int) { return r, f },
	"at the antidiagonal": func(f, r int) (int, int) { return 7 - r, 7 - f },
}

func turnedMoves(moves []rules.Square, turn func(file, rank int) (int, int)) []rules.Square {
	turned := make([]rules.Square, len(moves))
	for i, s := range moves {
		turned[i] = rules.SquareAt(turn(s.Column(), s.Row()))
	}
	return turned
}

func turnedPosition(p rules.Position, turn func(file, rank int) (int, int)) rules.Position {
	turned := rules.Position{ToMove: p.ToMove}
	for s := range p.Black.Squares() {
		turned.Black |= rules.SetOf(rules.SquareAt(turn(s.Column(), s.Row())))
	}
	for s := range p.White.Squares() {
		turned.White |= rules.SetOf(rules.SquareAt(turn(s.Column(), s.Row())))
	}
	return turned
}

// lineOf reads the moves of an opening, and gives the position they lead to.
func lineOf(t *testing.T, text string) ([]rules.Square, rules.Position) {
	t.Helper()
	moves, err := rules.ParseTranscript(text)
	if err != nil {
		t.Fatal(err)
	}
	p, err := rules.Replay(rules.Start(), moves)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return moves, p
}

// A name stands for one position and a position has one name, however it is
// turned. All lines are written for the first move that books begin with.
func TestOpeningsAreDistinct(t *testing.T) {
	names, positions := make(map[string]string), make(map[rules.Position]string)
	for _, o := range openings {
		if !strings.HasPrefix(o.moves, "f5") {
			t.Errorf("%s begins with %.2s", o.name, o.moves)
		}
		if other, taken := names[o.name]; taken {
			t.Errorf("%s is both %s and %s", o.name, other, o.moves)
		}
		names[o.name] = o.moves
		_, p := lineOf(t, o.moves)
		if other, taken := positions[p]; taken {
			t.Errorf("%s leads to the same position as %s", o.name, other)
		}
		for _, turn := range turns {
			positions[turnedPosition(p, turn)] = o.name
		}
	}
	if len(namedPositions()) != len(positions) {
		t.Errorf("%d positions are named, want %d", len(namedPositions()), len(positions))
	}
	for p, want := range positions {
		if got := namedPositions()[p]; got != want {
			t.Errorf("%s is called %q, want %s", p.FormatBoard(rules.AlphabetXO), got, want)
		}
	}
}

// played is an open game that one person plays alone.
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

func open() game.Game { return game.NewOpen(1, "", "ana", time.Time{}) }

// Every opening is told by the move that leads to it, and by no other, whichever
// of the four first moves the game began with.
func TestOpeningsAreToldOnce(t *testing.T) {
	byMoves := make(map[string]string)
	for _, o := range openings {
		byMoves[o.moves] = o.name
	}
	for _, o := range openings {
		line, _ := lineOf(t, o.moves)
		ways := 0
		for how, turn := range turns {
			moves := turnedMoves(line, turn)
			if !rules.Start().Legal().Has(moves[0]) {
				continue
			}
			ways++
			for n := 1; n <= len(moves); n++ {
				g, events := played(t, open(), moves[:n])
				want := ""
				if name, ok := byMoves[o.moves[:2*n]]; ok {
					want = ", the " + name + " opening, flipping "
				}
				told := story(g, events).String()
				if strings.Contains(told, "opening") != (want != "") || !strings.Contains(told, want) {
					t.Errorf("%s %s, move %d: %q", o.name, how, n, told)
				}
				if again := lastStory(g).String(); again != told {
					t.Errorf("%s %s, move %d is told once more as %q", o.name, how, n, again)
				}
			}
		}
		if ways != 4 {
			t.Errorf("%s can be played in %d ways", o.name, ways)
		}
	}
}

// The name is that of the deepest position on the way, by whatever moves it was
// reached.
func TestOpeningOfAGame(t *testing.T) {
	for moves, want := range map[string]string{
		"":                           "",
		"f5":                         "",
		"f5f6":                       "Diagonal",
		"e6f6":                       "Diagonal",
		"f5f6d3c3":                   "Diagonal",
		"f5d6c3d3c4f4f6g5":           "No-Kung",
		"f5d6c3d3c4f4f6g5e3":         "No-Kung",
		"f5d6c4f4f6d3c3g5":           "No-Kung",
		"f5d6c3d3c4f4f6f3g4":         "Comp'Oth",
		"f5d6c4d3c3":                 "Tiger", // the Cat's moves but for the last
		"c4e3f5e6f6":                 "Tiger",
		"f5f4e3f6e6":                 "Cow", // by way of the Parallel opening
		"f5f6e6d6c3":                 "Buffalo",
		"f5d6c5f4e3c6d3f6e6d7g4c4g5": "Rotating Flat",
	} {
		line, _ := lineOf(t, moves)
		g, events := played(t, open(), line)
		if got := openingOf(g); got != want {
			t.Errorf("%q is the opening %q, want %q", moves, got, want)
		}
		told := "the " + openingOf(g) + " opening"
		if _, p := lineOf(t, moves); namedPositions()[p] != "" && !strings.Contains(story(g, events).String(), told) {
			t.Errorf("%q ends with %q", moves, story(g, events))
		}
	}
}

// A transcript that was loaded leads to openings too.
func TestOpeningAfterALoadedBeginning(t *testing.T) {
	line, _ := lineOf(t, "f5d6c3d3c4")
	g, err := game.NewLoaded(1, "", "ana", line[:4], time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	if got := openingOf(g); got != "Perpendicular" {
		t.Errorf("what was loaded is the opening %q", got)
	}
	g, events := played(t, g, line[4:])
	if got := story(g, events).String(); !strings.Contains(got, "the Tiger opening") || openingOf(g) != "Tiger" {
		t.Errorf("the last move is told as %q", got)
	}
}

// Where a game began with other discs than usual it has no opening, even if it
// comes to look like one.
func TestNoOpeningFromAnotherStart(t *testing.T) {
	line, _ := lineOf(t, "f5d6c3d3c4")
	turn := turns["left to right"]
	moves := turnedMoves(line, turn)
	g, err := game.Restore(game.Game{
		Start: turnedPosition(rules.Start(), turn), Moves: moves[:4], Loaded: 4, Starter: "ana", Phase: game.Playing,
	})
	if err != nil {
		t.Fatal(err)
	}
	g, events := played(t, g, moves[4:])
	if _, like := namedPositions()[g.Position()]; !like {
		t.Fatal("the position looks like no opening")
	}
	if got := story(g, events).String(); strings.Contains(got, "opening") || openingOf(g) != "" {
		t.Errorf("the last move is told as %q, the opening is %q", got, openingOf(g))
	}
}
