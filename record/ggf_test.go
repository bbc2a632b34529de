package record

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"othellobot/rules"
)

func tournament(t *testing.T) (games []Game) {
	t.Helper()
	file := filepath.Join("games", "finished-games.txt")
	dir := os.Getenv("OTHELLO_DATA")
	if dir == "" {
		t.Skipf("%s is missing: OTHELLO_DATA is not set", file)
	}
	text, err := os.ReadFile(filepath.Join(dir, file))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		moves, err := rules.ParseTranscript(strings.Fields(line)[0])
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, Game{Start: rules.Start(), Moves: moves, Number: len(games) + 1})
	}
	return games
}

func sameGames(a, b []Game) bool {
	return slices.EqualFunc(a, b, func(g, h Game) bool {
		return g.Start == h.Start && g.Number == h.Number && slices.Equal(g.Moves, h.Moves)
	})
}

func writeGGF(g Game) string {
	var text strings.Builder
	fmt.Fprintf(&text, "(;GM[Othello]TY[8]BO[8 %s %c]", strings.ReplaceAll(g.Start.FormatBoard(), "X", "*"), "*O"[g.Start.ToMove])
	at, last := g.Start, g.Start.ToMove.Opponent()
	for _, s := range g.Moves {
		if at.ToMove == last {
			fmt.Fprintf(&text, "%c[PA]", "BW"[last.Opponent()])
		}
		last = at.ToMove
		fmt.Fprintf(&text, "%c[%v]", "BW"[last], s)
		at, _ = at.Play(s)
	}
	if g.Passed {
		passer := at.ToMove // at the end of a game, either side may pass
		if !at.Over() {
			passer = passer.Opponent()
		}
		fmt.Fprintf(&text, "%c[PA]", "BW"[passer])
	}
	return text.String() + ";)"
}

func TestGGFRoundTrip(t *testing.T) {
	var text strings.Builder
	want := tournament(t)
	for _, g := range want {
		text.WriteString(writeGGF(g) + "\n")
	}
	if passes := strings.Count(text.String(), "[PA]"); passes < 1000 {
		t.Errorf("%d passes are written", passes)
	}
	if got, err := ReadGGF(text.String()); err != nil || !sameGames(got, want) {
		t.Errorf("%d games of %d read, %v", len(got), len(want), err)
	}
}

const startGGF = "BO[8 ---------------------------O*------*O--------------------------- *]"

func TestReadGGF(t *testing.T) {
	text := "2 (;GM[Othello]PC[GGS/os]DT[1085000000]PB[ana]PW[bo]RB[2100]RW[2000]TI[15:00//02:00]TY[8]RE[+2.00]\n" +
		startGGF + "B[d3//0.01]W[c5/-1.2/3]B[D6];)\n" +
		"(;GM[Othello]TY[8r20]BO[8 XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXO- OOOOOOO- O]W[pa]B[H8]W[PASS]B[PA];)"
	games, err := ReadGGF(text)
	if err != nil || len(games) != 2 {
		t.Fatalf("%d games, %v", len(games), err)
	}
	if first := (Game{Start: rules.Start(), Moves: []rules.Square{19, 34, 43}, Number: 1}); !reflect.DeepEqual(games[0], first) {
		t.Errorf("%+v, want %+v", games[0], first)
	}
	if g := games[1]; g.Start.ToMove != rules.Black || len(g.Moves) != 1 || g.Moves[0] != 63 || !g.Passed {
		t.Errorf("%+v", g)
	}
}

var variants = []string{
	"(;BO[10 --- *];)", "(;TY[10]BO[10 --- *];)", "(;" + startGGF + "KB[d3/1];)", "(;TY[8a]" + startGGF + "B[d3];)",
	"(;TY[a8]" + startGGF + ";)", "(;TY[s8r18k]" + startGGF + ";)", "(;TY[88]" + startGGF + ";)", "(;TY[]" + startGGF + ";)",
}

// TestReadGGFSkipsFaultyGames checks that an unreadable game is named in the error and leaves
// the other games intact.
func TestReadGGFSkipsFaultyGames(t *testing.T) {
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
		"(;" + startGGF + "B[d9];)", "(;" + startGGF + "B[]B[d3];)", "(;" + startGGF + "B[f5]W[d6]B[c3]W[f5]B[d6]W[c3];)", "(;" + startGGF + "W[d3];)", "(;" + startGGF + "B[PA];)",
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

// FuzzReadGGF reads any text. Games that it reads stay the same when written and read again.
// Written games are read again, with passes, other starts and strange names.
func TestFormatGGF(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 2))
	var want []Game
	text, results := "", 0
	for n := range 300 {
		g := Game{Start: rules.Start(), Number: n + 1}
		p := g.Start
		for ply := dice.IntN(100); ply > 0 && !p.Over(); ply-- {
			squares := slices.Collect(p.Legal().Squares())
			s := squares[dice.IntN(len(squares))]
			next, err := p.Play(s)
			if err != nil {
				t.Fatal(err)
			}
			if p, g.Moves = next, append(g.Moves, s); n%3 == 0 && ply%50 == 0 && !p.Over() {
				g.Start, g.Moves = p, nil
			}
		}
		if p.Over() {
			results++
		}
		want, text = append(want, g), text+FormatGGF(g, time.Unix(0, 0), "[a]", ";)")+"\n"
	}
	got, err := ReadGGF(text)
	if err != nil || !sameGames(got, want) {
		t.Errorf("the games are read as others: %v", err)
	}
	if n := strings.Count(text, "RE["); n != results || strings.Count(text, "[PA]") < 50 {
		t.Errorf("%d results instead of %d, %d passes", n, results, strings.Count(text, "[PA]"))
	}
	const first = "(;GM[Othello]PC[othellobot]DT[2026-01-01 12:00:00 GMT]PB[ana]PW[bot]TY[8]" +
		"BO[8 ---------------------------O*------*O--------------------------- *]B[D3]W[C3];)"
	g := Game{Start: rules.Start(), Moves: []rules.Square{19, 18}}
	if got := FormatGGF(g, time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC), "ana", "bot"); got != first {
		t.Errorf("got %s\nwant %s", got, first)
	}
}

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
			if again, err := ReadGGF(writeGGF(g)); err != nil || !reflect.DeepEqual(again, []Game{g}) {
				t.Errorf("%+v, %v, of %+v", again, err, g)
			}
		}
	})
}
