package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"othellobot/rules"
)

// inGGF formats a game without passes.
func inGGF(moves []rules.Square) string {
	text := "(;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *]"
	for n, s := range moves {
		text += string("BW"[n%2]) + "[" + s.String() + "]"
	}
	return text + ";)"
}

// inWTHOR encodes games in the file format of the WTHOR tournament database.
func inWTHOR(games ...[]rules.Square) string {
	file := append([]byte{20, 26, 1, 1, byte(len(games)), 0, 0, 0}, make([]byte, 8)...)
	for _, moves := range games {
		stored := make([]byte, 68)
		for n, s := range moves {
			stored[8+n] = byte(10*(s.Row()+1) + s.Column() + 1)
		}
		file = append(file, stored...)
	}
	return string(file)
}

// TestReview reviews the same game from files of three formats.
func TestReview(t *testing.T) {
	list, err := rules.ParseTranscript(levelsGame)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{
		"games.txt": levelsGame + " 28 36\n",
		"games.wtb": inWTHOR(list),
		"games.ggf": inGGF(list),
	}
	var first string
	for name, content := range files {
		if testing.Short() && first != "" {
			break // each takes long with the race detector
		}
		file := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		text, err := running(t, "review", "-json", file)
		if err != nil {
			t.Fatal(err)
		}
		if first != "" && text != first {
			t.Errorf("%s: another review", name)
		}
		first = text
	}
	var r reviewed
	if err := json.Unmarshal([]byte(first), &r); err != nil {
		t.Fatal(err)
	}
	if r.Transcript != levelsGame || len(r.Moves) != 60 || len(r.Curve) != 60 || r.Causes[1] == 0 || r.Black.Accuracy == nil || r.White.Lost == 0 {
		t.Errorf("%+v", r)
	}
	if m := r.Moves[56]; m.Move != "h1" || m.Best != "a7" || m.Worth != 6 || m.Value != -8 || !m.Exact || m.Label != "blunder" {
		t.Errorf("%+v", m)
	}
}

func TestReviewAsText(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.txt")
	if err := os.WriteFile(file, []byte(levelsGame+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	text, err := running(t, "review", file)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{" 57 X h1      -8  a7    +6    14", "Black's move 57 cost 14 discs.", "Black: accuracy "} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	if _, err := running(t, "review", "-game", "2", file); err == nil {
		t.Errorf("a game that is not there: %v", err)
	}
}

// TestReviewFiles checks that all moves of a game and all readable games of a file are
// reviewed. Unreadable games are named.
func TestReviewFiles(t *testing.T) {
	const standard = "(;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *]B[f5]W[d6]B[c3];)\n"
	for text, want := range map[string][]string{
		"f5 d6 c3\n": {"f5d6c3"}, "1) f5 2) d6 3) c3 33-31\n": {"f5d6c3"}, "f5 d6\nc3\n\nd3c3c4\n": {"f5d6c3", "d3c3c4"}, "f5d6x9\n": nil, "f5d6c3 f5f6e6\n": nil,
		standard + "(;GM[Othello]TY[10]BO[10 --- *]B[f5];)\n" + standard: {"f5d6c3", "f5d6c3"}, "(;TY[8a]" + standard[2:]: nil,
	} {
		file := filepath.Join(t.TempDir(), "games")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := running(t, "review", "-json", file)
		var played []string
		for line := range strings.Lines(got) {
			var r reviewed
			if err := json.Unmarshal([]byte(line), &r); err != nil {
				t.Fatal(err)
			}
			played = append(played, r.Transcript)
		}
		if !slices.Equal(played, want) || (err != nil) != (want == nil) {
			t.Errorf("%q: %q, %v", text, played, err)
		}
	}
}
