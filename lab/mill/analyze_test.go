package main

import (
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"othellobot/rules"
)

// The first problem of the FForum, with its best move from the solution.
const (
	fforum1 = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
	best1   = "g8" // wins by 18
)

func TestAnalyzePosition(t *testing.T) {
	got, err := running(t, "analyze", "-board", fforum1)
	for _, want := range []string{
		`1 - - X X X X X -`, `(?m)^    1   .. [+-]`, `(?m)^  end   g8 \+18    h1 \+12 `, `(?m)^g8      \+18  g8([a-h][1-8])+  exact$`, `Black to move`,
	} {
		if err != nil || !regexp.MustCompile(want).MatchString(got) {
			t.Errorf("%s is missing: %v\n%s", want, err, got)
		}
	}
	text, err := running(t, "analyze", "-json", "-board", fforum1)
	var found positionAnalysis
	if err != nil || json.Unmarshal([]byte(text), &found) != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	end := found.Depths[len(found.Depths)-1]
	p, err := rules.ParseBoard(strings.TrimSuffix(fforum1, " X"), rules.Black)
	if err != nil || !end.Exact || end.Depth != p.Empties().Len() || len(end.Moves) != p.Legal().Len() {
		t.Errorf("%v, %+v", err, end)
	}
	// Every line must be played to the end and give the stated result.
	for _, m := range end.Moves {
		moves, err := rules.ParseTranscript(m.Line)
		if err != nil {
			t.Fatal(err)
		}
		last, err := rules.Replay(p, moves)
		score := last.FinalScore()
		if err != nil || !last.Over() || !m.Exact || float64(score.Black-score.White) != m.Value || !strings.HasPrefix(m.Line, m.Move) {
			t.Errorf("%+v ends %+v, %v", m, score, err)
		}
	}
	if m := end.Moves[0]; m.Move != best1 || m.Value != 18 {
		t.Errorf("%+v", m)
	}
}

// TestAnalyzeDepths checks that the depth grows ply by ply while the end is far.
func TestAnalyzeDepths(t *testing.T) {
	text, err := running(t, "analyze", "-json", "-depth", "4", "f5d6c3")
	var found positionAnalysis
	if err != nil || json.Unmarshal([]byte(text), &found) != nil || found.ToMove != "White" || len(found.Depths) != 4 {
		t.Fatalf("%v\n%s", err, text)
	}
	for i, d := range found.Depths {
		if moves, err := rules.ParseTranscript(d.Moves[0].Line); d.Depth != i+1 || d.Exact || len(moves) != d.Depth || err != nil {
			t.Errorf("%+v", d)
		}
	}
}

// levelsGame was played by level 4 against itself, and decided late.
const levelsGame = "f5f6e6d6d7g5g6e7e8f3f7f4c3h6c4f8g8c5b6d3c6c8c7b8g7a6b5e3b4h8h4d8g4h5e2h3g3a3h7c2b3a2b7f2b1d1g1e1g2f1c1d2a4h2a1a8h1a7a5b2"

func TestAnalyzeGame(t *testing.T) {
	flags := []string{"analyze", "-depth", "3", "-exact", "12"}
	text, err := running(t, append(flags, "-json", levelsGame)...)
	var found gameAnalysis
	if err != nil || json.Unmarshal([]byte(text), &found) != nil || len(found.Moves) != 60 {
		t.Fatalf("%v\n%s", err, text)
	}
	if found.Black != 28 || found.White != 36 || found.TurningPoint != 57 {
		t.Errorf("%d to %d, turning at %d", found.Black, found.White, found.TurningPoint)
	}
	var lost [2]float64
	for i, m := range found.Moves {
		if m.Number != i+1 || m.Lost != m.Worth-m.Value || m.Lost < 0 || (m.Lost == 0) != (m.Move == m.Best) || m.Exact != (i >= 48) {
			t.Errorf("%+v", m)
		}
		if m.Side == "Black" {
			lost[0] += m.Lost
		} else {
			lost[1] += m.Lost
		}
		// In the solved part, the value of a move is the value of the best next move.
		if i > 48 {
			before, sign := found.Moves[i-1], 1.0
			if before.Side != m.Side {
				sign = -1
			}
			if m.Worth != sign*before.Value {
				t.Errorf("%+v behind %+v", m, before)
			}
		}
	}
	if lost[0] != found.LostBlack || lost[1] != found.LostWhite || found.LostBlack == 0 {
		t.Errorf("%v lost, want %v and %v", lost, found.LostBlack, found.LostWhite)
	}
	got, err := running(t, append(flags, levelsGame)...)
	for _, want := range []string{`(?m)^ 57 X h1      -8  a7    \+6    14$`, "Black 28, White 36", "White was ahead for good from move 57 on", `(?m)^54. White's h2 lost 26: h2 -6, but a5 \+20\n    h2a1.*\n    a5h1`} {
		if err != nil || !regexp.MustCompile(want).MatchString(got) {
			t.Errorf("%s is missing: %v\n%s", want, err, got)
		}
	}
	if got, err := running(t, append(flags, "-after", "58", levelsGame)...); err != nil || !strings.Contains(got, "a5       -8  a5b2  exact") {
		t.Errorf("%v\n%s", err, got)
	}
}

// TestAnalyzeFiles reads the same game from files of three formats.
func TestAnalyzeFiles(t *testing.T) {
	moves, err := rules.ParseTranscript(levelsGame)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for name, text := range map[string]string{
		"games.txt": "f5d6\n" + levelsGame + " 28 36\n",
		"games.ggf": "(;BO[8 ---------------------------O*------*O--------------------------- *];)\n" + inGGF(moves),
		"games.wtb": inWTHOR(nil, moves),
	} {
		file := filepath.Join(folder, name)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := running(t, "analyze", "-depth", "1", "-exact", "4", "-file", file, "-game", "2")
		if err != nil || !strings.Contains(got, "Black 28, White 36") {
			t.Errorf("%s: %v\n%s", name, err, got)
		}
		if _, err := running(t, "analyze", "-file", file, "-game", "3"); err == nil {
			t.Errorf("%s has a third game: %v", name, err)
		}
		if err := os.WriteFile(file, []byte("(;GM[Go];)"), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := running(t, "analyze", "-file", file); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAnalyzeUsage(t *testing.T) {
	for _, args := range []string{"", "f5f5", "what", "-depth 0 f5", "-after 3 f5d6", "-board X", "-file x f5", "-board x f5"} {
		if _, err := running(t, append([]string{"analyze"}, strings.Fields(args)...)...); err == nil || errors.Is(err, os.ErrNotExist) || errors.Is(err, flag.ErrHelp) {
			t.Errorf("analyze %s: %v", args, err)
		}
	}
	wiped := strings.Repeat("X", 60) + "---- O"
	if got, err := running(t, "analyze", "-board", wiped); err != nil || !strings.Contains(got, "the game is over") {
		t.Errorf("%v\n%s", err, got)
	}
}
