package main

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"othellobot/engine"
	"othellobot/engine/analysis"
)

const nboardGame = "(;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)"

// TestNBoard plays a session as the NBoard program does.
func TestNBoard(t *testing.T) {
	p := replay(t, "f5f6d3c5e6f7e7f4")
	s := engine.NewSearcher(engine.Trained(), playerMemory)
	found := s.Think(t.Context(), p, engine.Limits{Depth: 4})
	for version, want := range map[int]string{
		1: fmt.Sprintf(`=== %v/%.2f/\d+\.\d\d`, found.Square, found.Value),
		2: fmt.Sprintf(`=== %v %.2f \d+\.\d\d`, found.Square, found.Value),
	} {
		got, err := runCommand(t, fmt.Sprintf("nboard %d\nset game %s\nset depth 4\nwhatever this is\ngo\nlearn\n", version, nboardGame), "nboard")
		pattern := `^set myname othellobot4\nstatus thinking\nnodestats \d+ \d+\.\d\d\n` + want + `\nstatus\nlearned\n$`
		if err != nil || !regexp.MustCompile(pattern).MatchString(got) {
			t.Errorf("version %d: %v\n%s\nwant %s", version, err, got, pattern)
		}
	}
	// After go, the engine makes its move only when NBoard sends it back.
	got, err := runCommand(t, fmt.Sprintf("set game %s\nset depth 2\ngo\nmove %v/1.2/3\n%v\nmove a1\nhint 2\n", nboardGame, found.Square, found.Square), "nboard")
	if err != nil || strings.Count(got, "status illegal move") != 2 {
		t.Errorf("%v\n%s", err, got)
	}
	next, _ := p.Play(found.Square)
	a := analysis.Analyst{Weights: engine.Trained(), Searcher: s}
	for depth := 1; depth <= 2; depth++ {
		for _, line := range a.Lines(t.Context(), next, engine.Limits{Depth: depth})[:2] {
			if want := fmt.Sprintf(`(?m)^search %v([a-h][1-8]){%d} %.2f 0 %d$`, line.Square, depth-1, line.Value, depth); !regexp.MustCompile(want).MatchString(got) {
				t.Errorf("%s is missing in\n%s", want, got)
			}
		}
	}
}

// The first problem of the FForum. Black wins by 18 with g8.
const fforum1 = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"

// TestNBoardSolves gives hints near the end, with proved values.
func TestNBoardSolves(t *testing.T) {
	p, err := parseProblem(fforum1)
	if err != nil {
		t.Fatal(err)
	}
	got, err := runCommand(t, "set depth 10\nset game "+"(;BO[8 "+strings.ReplaceAll(p.position.FormatBoard(), "X", "*")+" "+string("*O"[p.position.ToMove])+"];)"+"\nhint 1\ngo\n", "nboard")
	if err != nil || !regexp.MustCompile(`(?m)^search g8([a-h][1-8])+ 18\.00 0 100%$`).MatchString(got) || !strings.Contains(got, "=== g8/18.00/") {
		t.Errorf("%v\n%s", err, got)
	}
}

// TestNBoardPasses asks for moves when the engine must pass, and after the end.
func TestNBoardPasses(t *testing.T) {
	// Black takes h8. The only empty square is then a1, where White cannot play, so White must
	// pass.
	const forced = "(;BO[8 -OXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXXX XXXXXXO- *]B[H8]"
	for _, test := range []struct{ talk, want string }{
		{forced + ";)\ngo\n", "=== PA\n"},
		{forced + ";)\nset depth 1\nhint 1\n", "search PAa1 -64.00 0 100%\n"},
		{forced + ";)\nmove PA\nset depth 1\ngo\n", "=== a1/64.00/"},
		{forced + ";)\nmove pass//0.5\nset depth 1\ngo\n", "=== a1/64.00/"},
		{forced + ";)\nmove PA\nmove PA\n", "status illegal move PA\n"},
		{forced + "W[PA];)\nset depth 1\ngo\n", "=== a1/64.00/"},
		{forced + "W[PA]B[A1];)\ngo\nhint 1\n", "=== PA\nstatus thinking\nstatus\n"},
		{"(;what\n", "status cannot read the game: "},
		{"\n", "status cannot read the game: there are 0\n"},
	} {
		got, err := runCommand(t, "set game "+test.talk, "nboard")
		if err != nil || !strings.Contains(got, test.want) {
			t.Errorf("%s: %v\n%s\nwant %s", test.talk, err, got, test.want)
		}
	}
}

// TestNBoardPing cancels a search that would take far too long, and one that has not begun.
func TestNBoardPing(t *testing.T) {
	in, talk := io.Pipe()
	heard, out := io.Pipe()
	done := make(chan error)
	go func() {
		err := run(t.Context(), []string{"nboard", "-book=off"}, in, out, io.Discard)
		out.Close()
		done <- err
	}()
	lines := bufio.NewScanner(heard)
	until := func(want string) (before int) {
		t.Helper()
		for lines.Scan() {
			if lines.Text() == want {
				return before
			}
			before++
		}
		t.Fatalf("%q was never said", want)
		return 0
	}
	say := func(text string) {
		if _, err := io.WriteString(talk, text); err != nil {
			t.Error(err)
		}
	}
	say("set depth 60\nhint 4\n")
	until("status thinking")
	say("ping 1\n")
	until("pong 1")
	say("go\nhint 9\nping 2\n")
	until("pong 2")
	say("go\n")
	until("status thinking")
	say("quit\n")
	for lines.Scan() {
		if lines.Text() == "" {
			t.Error("an empty line")
		}
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}
