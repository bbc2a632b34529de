package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestLabel values one part of the games, and then all the others.
func TestLabel(t *testing.T) {
	folder := t.TempDir()
	games := filepath.Join(folder, "games")
	// The shortest possible game, and one of two moves.
	if err := os.WriteFile(games, []byte("f5d6c5f4e7f6g5e6e3 13 0\nf5f6\nf5d6c5f4e7f6g5e6e3 13 0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for i, test := range []struct{ flags, want string }{
		{"-part 2 -depth 2", "18 samples of 2 games\n"},
		{"-part 2 -depth 2 -rest", "2 samples of 1 games\n"},
		{"-part 2", "0 samples of 2 games\n"},
	} {
		out := filepath.Join(folder, strconv.Itoa(i))
		for range 2 { // the second time everything is there
			got, err := running(t, append(append([]string{"label", "-out", out}, strings.Fields(test.flags)...), games)...)
			if err != nil || got != test.want {
				t.Errorf("label %s: %q, %v", test.flags, got, err)
			}
		}
	}
	if err := os.WriteFile(games, []byte("f5f5\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := running(t, "label", "-depth", "2", "-out", filepath.Join(folder, "x"), games)
	if err == nil || !strings.Contains(err.Error(), "games: line 1: ") {
		t.Errorf("a move onto a disc: %v", err)
	}
}
