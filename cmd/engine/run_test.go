package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"othellobot/engine/train"
)

// running is what a command line writes to its output.
func running(t *testing.T, stdin string, args ...string) (string, error) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	err := run(t.Context(), args, strings.NewReader(stdin), &stdout, &stderr)
	return stdout.String(), err
}

func TestUsage(t *testing.T) {
	for _, args := range []string{
		"fly", "perft", "perft x", "perft 0", "perft 1 2", "perft -deep 3", "solve", "match level=1",
		"match level=1 strong", "match level=x level=1", "match time=5 level=1", "train", "gtp now",
		"errors -step 0 x", "label -part 0 x",
	} {
		var usage *usageError
		if _, err := running(t, "", strings.Fields(args)...); !errors.As(err, &usage) || exitCode(err) != 2 {
			t.Errorf("engine %s: %v", args, err)
		}
	}
	for _, args := range []string{"", "help", "perft -h"} {
		if _, err := running(t, "", strings.Fields(args)...); err != nil {
			t.Errorf("engine %s: %v", args, err)
		}
	}
	for _, args := range []string{"solve missing.obf", "train missing.samples", "gtp -weights missing"} {
		if _, err := running(t, "", strings.Fields(args)...); !errors.Is(err, os.ErrNotExist) || exitCode(err) != 1 {
			t.Errorf("engine %s: %v", args, err)
		}
	}
}

func TestPerft(t *testing.T) {
	got, err := running(t, "", "perft", "6")
	want := []string{"4", "12", "56", "244", "1396", "8200"}
	lines := strings.Split(strings.TrimSpace(got), "\n")
	if err != nil || len(lines) != len(want) {
		t.Fatalf("%q, %v", got, err)
	}
	for i, line := range lines {
		if fields := strings.Fields(line); fields[1] != want[i] {
			t.Errorf("depth %s: %s, want %s", fields[0], fields[1], want[i])
		}
	}
}

// The first is the first problem of the FForum; the second has a wrong score.
const endgames = `--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12;

XXOOOOOOXXOOOOO-XOXXOOOXOOXXOXOXOOOOXXOOXXOOXXO-XXOOOOXXXXXXXX-X O; h2:+2;
`

func TestSolve(t *testing.T) {
	file := filepath.Join(t.TempDir(), "endgames.obf")
	if err := os.WriteFile(file, []byte(endgames), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		flags, want string
		wrong       bool
	}{
		{"-to 1", `g8 \+18 .* ok\n1 solved, 0 wrong`, false},
		{"-to 1 -outcome", `\+1 .* ok\n1 solved, 0 wrong`, false},
		{"-from 3", `h2  \+0 .* WRONG, want \+2\n1 solved, 1 wrong`, true},
		{"", `2 solved, 1 wrong`, true},
	} {
		got, err := running(t, "", append(append([]string{"solve", "-memory", "1"}, strings.Fields(test.flags)...), file)...)
		if !regexp.MustCompile(test.want).MatchString(got) || (err != nil) != test.wrong {
			t.Errorf("solve %s: %v\n%s", test.flags, err, got)
		}
	}
}

// TestLearning goes once around: games, weights, a match with them.
func TestLearning(t *testing.T) {
	folder := t.TempDir()
	samples, weights := filepath.Join(folder, "samples"), filepath.Join(folder, "weights")
	sides := filepath.Join(folder, "sides")
	play := []string{"selfplay", "-out", samples, "-sides", sides, "-games", "40", "-depth", "1", "-exact", "6"}
	if got, err := running(t, "", play...); err != nil || !regexp.MustCompile(`^\d{4,} samples\n$`).MatchString(got) {
		t.Fatalf("%q, %v", got, err)
	}
	if _, err := running(t, "", play...); !errors.Is(err, os.ErrExist) {
		t.Errorf("samples are written over: %v", err)
	}
	got, err := running(t, "", "train", "-epochs", "2", "-late", sides+","+sides, "-out", weights, samples)
	all, _ := strconv.Atoi(strings.TrimSuffix(got, " samples\n"))
	if lines := samplesIn(t, samples); err != nil || lines == 0 || all <= lines || all >= lines+2*samplesIn(t, sides) {
		t.Fatalf("%q, %v; %d of games", got, err, lines)
	}
	got, err = running(t, "", "accuracy", "-weights", weights, samples, sides)
	measured := 0
	for _, count := range regexp.MustCompile(`of +(\d+) samples`).FindAllStringSubmatch(got, -1) {
		n, _ := strconv.Atoi(count[1])
		measured += n
	}
	if err != nil || strings.Count(got, "\n") != 16 || measured != samplesIn(t, samples)+samplesIn(t, sides) {
		t.Errorf("%q, %v", got, err)
	}
	got, err = running(t, "", "errors", "-weights", weights, "-step", "500", samples)
	if err != nil || strings.Count(got, "depths 3 to 8") != 6 {
		t.Errorf("%q, %v", got, err)
	}
	got, err = running(t, "", "match", "-pairs", "2", "depth=1,weights="+weights, "depth=1,weights="+weights)
	if err != nil || !strings.HasPrefix(got, "4 games: ") || !strings.Contains(got, "50.0 % of the points") {
		t.Errorf("against itself: %q, %v", got, err)
	}
}

// samplesIn is how many samples a file holds.
func samplesIn(t *testing.T, file string) int {
	t.Helper()
	samples, err := readSamples(file)
	if err != nil {
		t.Fatal(err)
	}
	return len(samples)
}

// TestLabel values games of others, those of a part or all but these.
func TestLabel(t *testing.T) {
	folder := t.TempDir()
	games := filepath.Join(folder, "games")
	// The shortest game there is, and one of two moves.
	if err := os.WriteFile(games, []byte("f5d6c5f4e7f6g5e6e3 13 0\nf5f6\nf5d6c5f4e7f6g5e6e3 13 0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for i, test := range []struct{ flags, want string }{
		{"-part 2 -depth 1", "18 samples\n"},
		{"-part 2 -depth 1 -rest", "2 samples\n"},
		{"-part 2", "0 samples\n"},
	} {
		out := filepath.Join(folder, strconv.Itoa(i))
		got, err := running(t, "", append(append([]string{"label", "-out", out}, strings.Fields(test.flags)...), games)...)
		if err != nil || got != test.want {
			t.Errorf("label %s: %q, %v", test.flags, got, err)
		}
	}
	if err := os.WriteFile(games, []byte("f5f5\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := running(t, "", "label", "-depth", "1", "-out", filepath.Join(folder, "x"), games)
	if err == nil || !strings.Contains(err.Error(), "games:1: ") {
		t.Errorf("a move onto a disc: %v", err)
	}
}

func TestMatch(t *testing.T) {
	got, err := running(t, "", "match", "-pairs", "3", "depth=3,exact=10", "level=1")
	if err != nil || !strings.HasPrefix(got, "6 games: 6 wins, 0 draws, 0 losses; 100.0 %") {
		t.Errorf("%q, %v", got, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := run(ctx, []string{"match", "level=1", "time=1h"}, nil, &bytes.Buffer{}, &bytes.Buffer{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a match that was stopped: %v", err)
	}
}

func TestTally(t *testing.T) {
	var sum tally
	sum.add(10, 4)
	sum.add(-2, 0)
	const want = "4 games: 2 wins, 1 draws, 1 losses; 62.5 % of the points (95 %: 0.0 to 100.0); +3.00 discs a game"
	if got := sum.String(); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

func TestLateOnes(t *testing.T) {
	late, early := train.Sample{Own: 1<<50 - 1, Value: 1}, train.Sample{Own: 1<<24 - 1, Opp: 1<<49 - 1<<24}
	if got := lateOnes([]train.Sample{early, late, early}, 14); !slices.Equal(got, []train.Sample{late}) {
		t.Errorf("%+v", got)
	}
}
