package rules

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// square reads a square that a test is sure of.
func square(t testing.TB, text string) Square {
	t.Helper()
	s, err := ParseSquare(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// squares reads a set of squares with spaces between.
func squares(t testing.TB, text string) (set Bitboard) {
	t.Helper()
	for _, word := range strings.Fields(text) {
		set |= SetOf(square(t, word))
	}
	return set
}

// board reads a board that a test is sure of.
func board(t testing.TB, text string, toMove Color) Position {
	t.Helper()
	p, err := ParseBoard(text, toMove)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// rows is n rows without a disc, full is n rows of black ones.
func rows(n int) string { return strings.Repeat("--------", n) }
func full(n int) string { return strings.Repeat("XXXXXXXX", n) }

// data reads a file of the folder that OTHELLO_DATA names, an absolute path. A
// test without that folder is skipped; one whose file is missing there fails.
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
