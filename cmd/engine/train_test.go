package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"othellobot/engine/train"
)

// TestLearning goes once around: games, weights, a match with them. Done again it gives
// the same bytes.
func TestLearning(t *testing.T) {
	folder := t.TempDir()
	samples, weights := filepath.Join(folder, "samples"), filepath.Join(folder, "weights")
	play := []string{"selfplay", "-out", samples, "-games", "40", "-depth", "2", "-exact", "6", "-branches", "3"}
	got, err := running(t, "", play...)
	if err != nil || !regexp.MustCompile(`^\d{4,} samples of 40 games\n$`).MatchString(got) {
		t.Fatalf("%q, %v", got, err)
	}
	learn := []string{"train", "-epochs", "2", "-out", weights, samples}
	if trained, err := running(t, "", learn...); err != nil || !strings.HasPrefix(got, strings.TrimSpace(trained)) {
		t.Fatalf("%q, %v; played %q", trained, err, got)
	}
	first := read(t, weights)
	if _, err := running(t, "", learn...); err != nil || !bytes.Equal(read(t, weights), first) {
		t.Errorf("the same samples give other weights: %v", err)
	}
	if _, err := running(t, "", "train", "-epochs", "1", "-start", weights, "-out", weights+"2", samples); err != nil || bytes.Equal(read(t, weights+"2"), first) {
		t.Errorf("going on from weights changes nothing: %v", err)
	}

	// Of some files only the late positions are used.
	got, err = running(t, "", "train", "-epochs", "1", "-late", samples+","+samples, "-empties", "6", "-out", weights+"2", samples)
	games, err2 := readGames(samples)
	all, ends := 0, 0
	for _, g := range games {
		for _, s := range slices.Concat(g.Line, g.Branches) {
			all++
			if s.Empties() <= 6 {
				ends++
			}
		}
	}
	if want := fmt.Sprintf("%d samples\n", all+2*ends); got != want || err != nil || err2 != nil || ends == 0 {
		t.Errorf("%q, %v, %v, want %q", got, err, err2, want)
	}

	got, err = running(t, "", "accuracy", "-weights", weights, samples)
	measured := 0
	for _, count := range regexp.MustCompile(`plies \d+ to \d+ +(\d+)`).FindAllStringSubmatch(got, -1) {
		n, _ := strconv.Atoi(count[1])
		measured += n
	}
	if err != nil || !strings.Contains(got, "samples, branches") || measured != all {
		t.Errorf("%d of %d measured\n%s%v", measured, all, got, err)
	}
	if got, err := running(t, "", "accuracy", "-each", samples); err != nil || !strings.Contains(got, "\n6 empty") {
		t.Errorf("%v\n%s", err, got)
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

// TestSelfplayReproducible plays the same games with one worker and with three, in one
// go and broken off after every few bytes: the files are the same.
func TestSelfplayReproducible(t *testing.T) {
	folder := t.TempDir()
	play := func(name string, flags ...string) []byte {
		t.Helper()
		file := filepath.Join(folder, name)
		args := append([]string{"selfplay", "-seed", "9", "-games", "12", "-depth", "2", "-exact", "6", "-branches", "2", "-out", file}, flags...)
		if _, err := running(t, "", args...); err != nil {
			t.Fatal(err)
		}
		return read(t, file)
	}
	whole := play("whole")
	if !bytes.Equal(play("workers", "-workers", "3"), whole) {
		t.Error("three workers write another file")
	}
	if part := play("five", "-games", "5"); !bytes.HasPrefix(whole, part) || len(part) >= len(whole) {
		t.Error("fewer games are not the beginning of more")
	}
	for length := 0; length < len(whole); length += 1999 {
		broken := filepath.Join(folder, "broken")
		header := bytes.IndexByte(whole, '\n') + 1
		if length > 0 && length < header {
			continue // the beginning is written at once
		}
		if err := os.WriteFile(broken, whole[:length], 0o600); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(play("broken"), whole) {
			t.Errorf("going on behind %d bytes writes another file", length)
		}
	}
	five := read(t, filepath.Join(folder, "five"))
	if err := os.WriteFile(filepath.Join(folder, "more"), whole[:len(five)+40], 0o600); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(play("more", "-games", "5"), five) {
		t.Error("half a game is kept behind all that are wanted")
	}
	before := read(t, filepath.Join(folder, "whole"))
	_, err := running(t, "", "selfplay", "-seed", "8", "-out", filepath.Join(folder, "whole"))
	if err == nil || !strings.Contains(err.Error(), "seed 9") || !bytes.Equal(read(t, filepath.Join(folder, "whole")), before) {
		t.Errorf("games of other settings are added: %v", err)
	}
}

// TestSelfplayStops cancels the playing of games: those that are whole are kept.
func TestSelfplayStops(t *testing.T) {
	file := filepath.Join(t.TempDir(), "samples")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out bytes.Buffer
	err := run(ctx, []string{"selfplay", "-out", file}, nil, &out, &out)
	if exitCode(err) != 1 || out.Len() > 0 {
		t.Errorf("%v, %s", err, out.String())
	}
	if games, err := readGames(file); err != nil || len(games) != 0 {
		t.Errorf("%d games, %v", len(games), err)
	}
}

func read(t *testing.T, file string) []byte {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return text
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
		{"-part 2 -depth 2", "18 samples of 2 games\n"},
		{"-part 2 -depth 2 -rest", "2 samples of 1 games\n"},
		{"-part 2", "0 samples of 2 games\n"},
	} {
		out := filepath.Join(folder, strconv.Itoa(i))
		for range 2 { // the second time all is there
			got, err := running(t, "", append(append([]string{"label", "-out", out}, strings.Fields(test.flags)...), games)...)
			if err != nil || got != test.want {
				t.Errorf("label %s: %q, %v", test.flags, got, err)
			}
		}
	}
	if err := os.WriteFile(games, []byte("f5f5\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := running(t, "", "label", "-depth", "2", "-out", filepath.Join(folder, "x"), games)
	if err == nil || !strings.Contains(err.Error(), "games:1: ") {
		t.Errorf("a move onto a disc: %v", err)
	}
}

func TestSampleFileRefuses(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games")
	if err := os.WriteFile(file, []byte("f5d6\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := running(t, "", "selfplay", "-out", file); err == nil || string(read(t, file)) != "f5d6\n" {
		t.Errorf("another file is written to: %v", err)
	}
	if f, err := openSamples(filepath.Join(t.TempDir(), "new"), "of a test"); err != nil || f.add(train.Game{}) != nil || f.games != 1 {
		t.Errorf("%+v, %v", f, err)
	}
}
