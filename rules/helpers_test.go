package rules

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func square(t testing.TB, text string) Square {
	t.Helper()
	s, err := ParseSquare(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func squares(t testing.TB, text string) (set Bitboard) {
	t.Helper()
	for _, word := range strings.Fields(text) {
		set |= SetOf(square(t, word))
	}
	return set
}

func board(t testing.TB, text string, toMove Color) Position {
	t.Helper()
	p, err := ParseBoard(text, toMove)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func rows(n int) string { return strings.Repeat("--------", n) }
func full(n int) string { return strings.Repeat("XXXXXXXX", n) }

// data reads a file from the folder in OTHELLO_DATA, an absolute path. It skips the test if
// OTHELLO_DATA is unset, and fails the test if the file is missing.
func data(t *testing.T, name string) string {
	t.Helper()
	folder := os.Getenv("OTHELLO_DATA")
	if folder == "" {
		t.Skipf("OTHELLO_DATA is not set: it names the folder of test data that holds %s", name)
	}
	text, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
