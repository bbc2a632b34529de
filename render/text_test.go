package render

import (
	"fmt"
	"strings"
	"testing"

	"othellobot/rules"
)

// readText reads a text board back with the parser of package rules, which reads a hint
// as an empty square.
func readText(board string) (seen, error) {
	lines := strings.Split(board, "\n")
	if len(lines) != 9 || lines[0] != "   a b c d e f g h" {
		return seen{}, fmt.Errorf("%d lines, the first %q", len(lines), lines[0])
	}
	var cells strings.Builder
	for i, line := range lines[1:] {
		row, ok := strings.CutPrefix(line, fmt.Sprintf("%d  ", i+1))
		if !ok || len(row) != 15 {
			return seen{}, fmt.Errorf("row %q", line)
		}
		for column := range 8 {
			if column > 0 && row[2*column-1] != ' ' {
				return seen{}, fmt.Errorf("row %q", line)
			}
			cells.WriteByte(row[2*column])
		}
	}
	p, err := rules.ParseBoard(cells.String(), rules.Black)
	if err != nil {
		return seen{}, err
	}
	got := seen{Black: p.Black, White: p.White}
	for i, c := range cells.String() {
		if c == '.' {
			got.Hints |= rules.SetOf(rules.Square(i))
		}
	}
	return got, nil
}

func checkText(t *testing.T, v View) {
	t.Helper()
	board := Text(v)
	got, err := readText(board)
	if err != nil {
		t.Fatalf("%v\n%s", err, board)
	}
	if want := wanted(v); got != want {
		t.Fatalf("reads as %+v, want %+v\n%s", got, want, board)
	}
	checkLines(t, board)
}

func TestTextReadsBack(t *testing.T) {
	for _, v := range sampleViews(t, 500) {
		checkText(t, v)
	}
}
