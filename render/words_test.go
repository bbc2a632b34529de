package render

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"othellobot/rules"
)

// wordsForm is all that may be said.
var wordsForm = regexp.MustCompile(`^Black: (.+?)\. White: (.+?)\. (?:(Black|White) to move|The game is over)\.` +
	`(?: You may play: (.+?)\.)?$`)

// readWords reads the words back; the side to move is empty when the game is
// over.
func readWords(words string) (board seen, toMove string, err error) {
	parts := wordsForm.FindStringSubmatch(words)
	if parts == nil {
		return board, "", fmt.Errorf("%q has another form", words)
	}
	for i, set := range []struct {
		squares *rules.Bitboard
		text    string
	}{{&board.Black, parts[1]}, {&board.White, parts[2]}, {&board.Hints, parts[4]}} {
		if set.text == "none" || set.text == "" && i == 2 {
			continue
		}
		for name := range strings.SplitSeq(set.text, " ") {
			square, err := rules.ParseSquare(name)
			if err != nil {
				return board, "", err
			}
			*set.squares |= rules.SetOf(square)
		}
	}
	return board, parts[3], nil
}

func checkWords(t *testing.T, v View) {
	t.Helper()
	words := Words(v)
	got, toMove, err := readWords(words)
	if err != nil {
		t.Fatal(err)
	}
	if want := wanted(v); got != want {
		t.Fatalf("%q reads as %+v, want %+v", words, got, want)
	}
	want := v.Position.ToMove.String()
	if v.Position.Over() {
		want = ""
	}
	if toMove != want {
		t.Fatalf("%q: %q to move, want %q", words, toMove, want)
	}
}

func TestWordsReadBack(t *testing.T) {
	for _, v := range sampleViews(t, 500) {
		checkWords(t, v)
	}
}

func TestWords(t *testing.T) {
	withoutHints := startView()
	withoutHints.Hints = 0
	occupied := startView()
	occupied.Hints = occupied.Position.Black
	wipeOut := View{Position: rules.Position{Black: rules.SetOf(0, 63), ToMove: rules.White}}
	tests := []struct {
		name string
		view View
		want string
	}{
		{"start", startView(), "Black: e4 d5. White: d4 e5. Black to move. You may play: d3 c4 f5 e6."},
		{"no hints", withoutHints, "Black: e4 d5. White: d4 e5. Black to move."},
		{"hints on discs", occupied, "Black: e4 d5. White: d4 e5. Black to move."},
		{"one side gone", wipeOut, "Black: a1 h8. White: none. The game is over."},
		{"no discs", View{}, "Black: none. White: none. The game is over."},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := Words(test.view); got != test.want {
				t.Errorf("got  %q\nwant %q", got, test.want)
			}
		})
	}
}

func BenchmarkWords(b *testing.B) {
	v := midgameView(b)
	b.ReportAllocs()
	for b.Loop() {
		Words(v)
	}
}
