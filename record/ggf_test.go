package record

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"othellobot/rules"
)

// TestGGFRoundTrip writes the tournament games in lines and reads them again.
func TestGGFRoundTrip(t *testing.T) {
	var text strings.Builder
	var want []GGF
	for n, g := range tournament(t) {
		game := GGF{Black: "Ana", White: "Bo", Start: rules.Start(), Moves: g.Moves}
		if n%2 == 1 {
			game = GGF{Place: "a café", Date: "2022.12.31", Result: "+12.00:r", Start: rules.Start(), Moves: g.Moves}
		}
		game.Number = n + 1
		want = append(want, game)
		text.WriteString(game.String() + "\n")
	}
	if passes := strings.Count(text.String(), "[PA]"); passes < 1000 {
		t.Errorf("%d passes are written", passes)
	}
	got, err := ReadGGF(text.String())
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%d games of %d read, %v", len(got), len(want), err)
	}
}

const startGGF = "BO[8 ---------------------------O*------*O--------------------------- *]"

// TestReadGGF reads what a server and a board on a screen have written.
func TestReadGGF(t *testing.T) {
	text := "2 (;GM[Othello]PC[GGS/os]DT[1085000000]PB[ana]PW[bo]RB[2100]RW[2000]TI[15:00//02:00]TY[8]RE[+2.00]\n" +
		startGGF + "B[d3//0.01]W[c5/-1.2/3]B[D6];)\n" +
		"(;GM[Othello]TY[8r20]BO[8 XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXO- OOOOOOO- O]W[pa]B[H8]W[PASS]B[PA];)"
	games, err := ReadGGF(text)
	if err != nil || len(games) != 2 {
		t.Fatalf("%d games, %v", len(games), err)
	}
	first := GGF{Place: "GGS/os", Date: "1085000000", Black: "ana", White: "bo", Result: "+2.00", Start: rules.Start(), Moves: []rules.Square{19, 34, 43}, Number: 1}
	if !reflect.DeepEqual(games[0], first) {
		t.Errorf("%+v, want %+v", games[0], first)
	}
	if g := games[1]; g.Start.ToMove != rules.Black || len(g.Moves) != 1 || g.Moves[0] != 63 {
		t.Errorf("%+v", g)
	}
	if games[0].EndsWithPass || !games[1].EndsWithPass {
		t.Error("passes at the end are mistaken")
	}
}

// variants are games with other rules or on another board.
var variants = []string{
	"(;BO[10 --- *];)", "(;TY[10]BO[10 --- *];)", "(;" + startGGF + "KB[d3/1];)", "(;TY[8a]" + startGGF + "B[d3];)",
	"(;TY[a8]" + startGGF + ";)", "(;TY[s8r18k]" + startGGF + ";)", "(;TY[88]" + startGGF + ";)", "(;TY[]" + startGGF + ";)",
}

// Games that cannot be read leave the others of their text alone, and are named.
func TestReadGGFLeavesOut(t *testing.T) {
	for _, wrong := range append(variants, "(;GM[Go]SZ[19];)", "(;"+startGGF+"B[d3]W[d3];)", "(;BO[8 --") {
		text := "(;" + startGGF + "B[d3];)\n" + wrong + "\n(;TY[s8r20:l]" + startGGF + "B[c4];)"
		games, err := ReadGGF(text)
		if len(games) != 2 || games[0].Number != 1 || games[1].Number != 3 || err == nil || !strings.HasPrefix(err.Error(), "game 2: ") {
			t.Errorf("with %s: %v, %v", wrong, games, err)
		}
	}
}

func TestReadGGFRefuses(t *testing.T) {
	for _, text := range []string{
		"(;", "(;GM[Othello", "(;GM[Othello];)", "(;GM[Amazons]" + startGGF + ";)",
		"(;" + strings.Replace(startGGF, "*]", "X]", 1) + ";)", "(;BO[8 -- *];)", "(;B[d3];)", "(;" + startGGF + startGGF + ";)",
		"(;" + startGGF + "B[d3]" + startGGF + "B[d3];)",
		"(;" + startGGF + "B[d9];)", "(;" + startGGF + "W[d3];)", "(;" + startGGF + "B[PA];)",
	} {
		if games, err := ReadGGF(text); !errors.Is(err, ErrNotGGF) || games != nil {
			t.Errorf("%s: %v, %v", text, games, err)
		}
	}
	for _, text := range variants {
		if games, err := ReadGGF(text); !errors.Is(err, ErrVariant) || games != nil {
			t.Errorf("%s: %v, %v", text, games, err)
		}
	}
	var illegal *rules.ReplayError
	if _, err := ReadGGF("(;" + startGGF + "B[d3]W[d3];)"); !errors.As(err, &illegal) || illegal.Number != 2 {
		t.Errorf("an illegal move: %v", err)
	}
	if games, err := ReadGGF("no game"); games != nil || err != nil {
		t.Errorf("%v, %v", games, err)
	}
}

// FuzzReadGGF reads anything; what is read is the same when it is written and read
// again.
func FuzzReadGGF(f *testing.F) {
	f.Add("(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[ana]RE[?]TI[15:00]TY[8]" + startGGF + "B[F5]W[F6]B[D3]W[C5]B[E6];)")
	f.Add("(;" + startGGF + ";)(;BO[8 XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXO- OOOOOOO- O]W[PA]B[h8];)")
	f.Fuzz(func(t *testing.T, text string) {
		games, _ := ReadGGF(text)
		for _, g := range games {
			if _, err := rules.Replay(g.Start, g.Moves); err != nil {
				t.Fatal(err)
			}
			g.Number = 1
			if again, err := ReadGGF(g.String()); err != nil || !reflect.DeepEqual(again, []GGF{g}) {
				t.Errorf("%+v, %v, of %+v", again, err, g)
			}
		}
	})
}
