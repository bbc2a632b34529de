package main

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestMatch(t *testing.T) {
	got, err := running(t, "match", "-pairs", "3", "depth=4,exact=12", "level=1")
	if err != nil || !strings.HasPrefix(got, "6 games: 6 wins, 0 draws, 0 losses; 100.0 %") {
		t.Errorf("%q, %v", got, err)
	}
	got, err = running(t, "match", "-pairs", "2", "depth=1", "depth=1,weights=../../engine/weights.bin")
	if err != nil || !strings.HasPrefix(got, "4 games: ") || !strings.Contains(got, "50.0 % of the points") {
		t.Errorf("against the same weights: %q, %v", got, err)
	}
	file := filepath.Join(t.TempDir(), "games")
	if _, err := running(t, "match", "-pairs", "2", "-transcripts", file, "level=1", "level=1"); err != nil {
		t.Error(err)
	}
	games, err := readGameFile(file)
	for i, g := range games {
		if end := positionAfter(g.Moves); !end.Over() || i%2 == 1 && !slices.Equal(g.Moves[:8], games[i-1].Moves[:8]) {
			t.Errorf("game %d: %v", i, g.Moves)
		}
	}
	if err != nil || len(games) != 4 {
		t.Errorf("%d games, %v", len(games), err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := run(ctx, []string{"match", "level=1", "time=1h"}, &bytes.Buffer{}, &bytes.Buffer{}); !errors.Is(err, context.Canceled) {
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
