package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestLearning plays games, fits weights and measures them. A second run gives the same
// bytes.
func TestLearning(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const games = 40
	folder := t.TempDir()
	samples, weights := filepath.Join(folder, "samples"), filepath.Join(folder, "weights")
	play := []string{"selfplay", "-out", samples, "-games", strconv.Itoa(games), "-depth", "2", "-exact", "6", "-branches", "3"}
	got, err := running(t, play...)
	if err != nil || !regexp.MustCompile(`^\d{3,} samples of `+strconv.Itoa(games)+` games\n$`).MatchString(got) {
		t.Fatalf("%q, %v", got, err)
	}
	learn := []string{"train", "-epochs", "2", "-out", weights, samples}
	if trained, err := running(t, learn...); err != nil || !strings.HasPrefix(got, strings.TrimSpace(trained)) {
		t.Fatalf("%q, %v; played %q", trained, err, got)
	}
	first := read(t, weights)
	if _, err := running(t, learn...); err != nil || !bytes.Equal(read(t, weights), first) {
		t.Errorf("the same samples give other weights: %v", err)
	}
	if _, err := running(t, "train", "-epochs", "1", "-start", weights, "-out", weights+"2", samples); err != nil || bytes.Equal(read(t, weights+"2"), first) {
		t.Errorf("going on from weights changes nothing: %v", err)
	}

	// Only the late positions of some files are used.
	got, err = running(t, "train", "-epochs", "1", "-late", samples+","+samples, "-empties", "6", "-out", weights+"2", samples)
	kept, err2 := readGames(samples)
	all, ends := 0, 0
	for _, g := range kept {
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

	got, err = running(t, "accuracy", "-weights", weights, samples)
	measured := 0
	for _, count := range regexp.MustCompile(`plies \d+ to \d+ +(\d+)`).FindAllStringSubmatch(got, -1) {
		n, _ := strconv.Atoi(count[1])
		measured += n
	}
	if err != nil || !strings.Contains(got, "samples, branches") || measured != all {
		t.Errorf("%d of %d measured\n%s%v", measured, all, got, err)
	}
	if got, err := running(t, "accuracy", "-each", samples); err != nil || !strings.Contains(got, "\n6 empty") {
		t.Errorf("%v\n%s", err, got)
	}
	got, err = running(t, "errors", "-weights", weights, "-step", "500", samples)
	if err != nil || strings.Count(got, "depths 3 to 10") != 6 {
		t.Errorf("%q, %v", got, err)
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
