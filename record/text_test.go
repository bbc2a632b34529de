package record

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"othellobot/rules"
)

const (
	fiveCells = "------------------XO------XXX------OXX-----O--------------------" // after f5d6c3d3c4
	passGame  = "d3c3b3b2f5a3a1c1e3"                                               // Black passes before e3
)

func TestRead(t *testing.T) {
	for text, want := range map[string]string{
		"f5d6c3": "f5d6c3", "F5 D6 C3": "f5d6c3", "f5, d6, c3": "f5d6c3", "f5-d6-c3": "f5d6c3", "f 5 d-6 c3": "f5d6c3",
		"1.f5 2.d6 3.c3": "f5d6c3", "1f5 2d6 3c3": "f5d6c3", "1. f5 d6\n2. c3": "f5d6c3",
		"B: f5 W: d6 B: c3": "f5d6c3", "black f5, white d6, black c3": "f5d6c3", "f5d6c3 +12": "f5d6c3", "f5d6c3 64-0 ana - bo": "f5d6c3",
		"d3c3b3b2f5a3a1c1pae3": passGame, "d3c3b3b2f5a3a1c1 PS e3": passGame, "d3 c3 b3 b2 f5 a3 a1 c1 (pass) e3": passGame,
		"d3c3b3b2f5a3a1c1 - e3": passGame, "moves: f5d6c3": "f5d6c3", "Rangée 1: f5 d6 c3": "f5d6c3", "3 moves: f5d6c3\nload f5d6c3": "f5d6c3", "f5d6 (good) c3": "f5d6c3", "": "",
	} {
		var r Reader
		found, err := r.Read(text)
		if got := rules.FormatTranscript(found.Moves); got != want || (err != nil) != (want == "") || found.HasMore || found.OwnStart {
			t.Errorf("%q is read as %q, %v, %+v", text, got, err, found)
		}
	}
}

func TestReadRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"hello there": ErrNoGame.Error(), "f5d": `move 2: cannot read "d"`, "f5 d6 i9 c3": `move 3: cannot read "i9"`, "f5d6xxc3": `move 3: cannot read "xx"`,
		"f5 d6 hm a1": "move 3, Black on a1, is illegal", "1.f52.d63.c3": `move 2: cannot read "2"`, "5f 6d 3c": `move 1: cannot read "5f"`, "f5 d6 c.3": `move 3: cannot read "c"`, "white f5": `move 1: cannot read "white"`, "f5d6c3 x9": `move 4: cannot read "x9"`, "f5d6a1": "move 3, Black on a1, is illegal",
		"f5 pass d6": "before move 2 White passes, and can move", "d3c3b3b2f5a3a1c1 pass pass e3": "before move 9 White passes, and can move",
		fiveCells: ErrNoSide.Error(), fiveCells[1:] + " O": "a board has 64 squares, not 63", fiveCells + "- O": "a board has 64 squares, not 65",
		"Z" + fiveCells[1:] + " O": "a board has 64 squares, not 63", fiveCells + " O a1": "move 1, White on a1, is illegal",
	} {
		var r Reader
		if found, err := r.Read(text); err == nil || err.Error() != want {
			t.Errorf("%q is read as %+v, %v, want %s", text, found, err, want)
		}
	}
}

func TestReadBoard(t *testing.T) {
	want, err := rules.ParseBoard(fiveCells, rules.White)
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	for row := range slices.Chunk([]byte(fiveCells), 8) {
		rows = append(rows, string(row))
	}
	stars := strings.ReplaceAll(fiveCells, "X", "*")
	for _, text := range []string{
		fiveCells + " O", fiveCells + " o", fiveCells + " W", fiveCells + "; O", fiveCells + " white", fiveCells + " (White to move)", "O " + fiveCells,
		"White: " + fiveCells, stars + " O;", "setboard " + stars + " O", strings.NewReplacer("X", "B", "O", "W", "-", ".").Replace(fiveCells) + " w",
		strings.ReplaceAll(fiveCells, "---", "—") + " O", strings.ReplaceAll(fiveCells, "--", "–") + " O", strings.ReplaceAll(fiveCells, "-", "−") + " O",
		strings.Join(rows, "\n") + "\nO", strings.Join(rows, " ") + " white to move", strings.Join(rows, "/") + " O",
		strings.NewReplacer("X", "● ", "O", "○ ", "-", "· ").Replace(strings.Join(rows, "\n")) + "\n○", fiveCells + " O; c2:+3; e3:-1",
	} {
		var r Reader
		for _, read := range []func(string) (Result, error){r.Read, r.Find} {
			if found, err := read(text); err != nil || found.End() != want || !found.OwnStart || found.HasMore {
				t.Errorf("%q is read as %+v, %v", text, found, err)
			}
		}
	}
	var r Reader
	for _, read := range []func(string) (Result, error){r.Read, r.Find} {
		if found, err := read(fiveCells + " O " + want.Legal().First().String()); err != nil || len(found.Moves) != 1 || found.Start != want || found.HasMore {
			t.Errorf("a board with a move is read as %+v, %v", found, err)
		}
	}
}

func TestFind(t *testing.T) {
	for text, want := range map[string]string{
		"Look: F5D6C3d3!": "f5d6c3d3", "Moves: `f5d6c3d3c4`": "f5d6c3d3c4", "f5d6\nc3d3": "f5d6c3d3", "1. f5 d6 (well!) 2. c3 d3": "f5d6c3d3",
		"f5, d6, c3 and then f5d6c3d3": "f5d6c3 and more", "f5d6c3d3c4 PS: nice": "f5d6c3d3c4", "see https://example.org/a1b2c3 f5d6c3": "f5d6c3",
		"f5d6c3d3\nf5f6e6f4": "f5d6c3d3 and more", "First f5d6c3, then d3c3c4.": "f5d6c3 and more", "f5d6c3 or a1a2a3": "f5d6c3 and more",
		"You can play c3, e3 or c5.": "", "d3, e3, f3 and g3 are black": "", "@ana played d3": "", "https://example.org/f5d6c3": "", "Move 12: f5. Then d6. Then c3.": "",
	} {
		var r Reader
		found, err := r.Find(text)
		got := rules.FormatTranscript(found.Moves)
		if found.HasMore {
			got += " and more"
		}
		if got != want || errors.Is(err, ErrNoGame) != (want == "") {
			t.Errorf("%q holds %q, %v, want %q", text, got, err, want)
		}
	}
}

// FuzzRead writes the start of a game in one of many notations, with any text between two
// moves. Read loses no move, unless it reports an error or More.
func FuzzRead(f *testing.F) {
	for n, between := range []string{"", " ", "1.", " 12) ", "pass", "PA", "--", " x9 ", "hello", "; ", "e3", " - - ", "(ana)", "7", "B", "a", "\n", "://", "f5d6c3"} {
		f.Add(uint64(n), between)
	}
	f.Fuzz(func(t *testing.T, seed uint64, between string) {
		random := rand.New(rand.NewPCG(seed, 0))
		p, written := rules.Start(), ""
		var moves []rules.Square
		before := 1 + random.IntN(12)
		for n := range before + random.IntN(12) {
			legal := slices.Collect(p.Legal().Squares())
			if len(legal) == 0 {
				break
			}
			s := legal[random.IntN(len(legal))]
			moves = append(moves, s)
			p, _ = p.Play(s) // it is legal
			if n == before {
				written += between
			}
			written += s.String() + []string{"", " ", "-", ", "}[seed%4]
		}
		var r Reader
		found, err := r.Read(written)
		if err != nil || found.HasMore || found.OwnStart || strings.Contains(between, "(;") {
			return
		}
		if _, err := rules.Replay(found.Start, found.Moves); err != nil {
			t.Fatal(err)
		}
		for _, s := range moves {
			if !slices.Contains(found.Moves, s) {
				t.Fatalf("%q is read without %v: %v", written, s, found.Moves)
			}
		}
	})
}
