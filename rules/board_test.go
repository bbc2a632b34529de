package rules

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestBoardRoundTrip(t *testing.T) {
	for _, p := range append(reachable(3), scattered(400)...) {
		text := p.FormatBoard()
		if got, err := ParseBoard(text, p.ToMove); len(text) != 64 || err != nil || got != p {
			t.Fatalf("%s is read as %v, %v, want %v", text, got, err, p)
		}
	}
}

func TestFormatBoard(t *testing.T) {
	p := Position{Black: squares(t, "a1 h1"), White: squares(t, "b1 h8")}
	if got, want := p.FormatBoard(), "XO-----X"+rows(6)+"-------O"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestParseBoard(t *testing.T) {
	want := Position{Black: squares(t, "a1 h8"), White: squares(t, "b1 g8"), ToMove: White}
	for _, tt := range []struct{ name, text string }{
		{"upper case", "XO------" + rows(6) + "------OX"},
		{"lower case", "xo------" + rows(6) + "------ox"},
		{"letters of the colours", "bw......" + rows(6) + "......WB"},
		{"star", "*o------" + rows(6) + "------O*"},
		{"alphabets mixed", "Xw.-.-.-" + rows(6) + "------oB"},
		{"a row a line", "XO------\n" + strings.Repeat("--------\r\n", 6) + "------OX\n"},
		{"spaces of all kinds", " X\tO\u00a0\u3000------" + rows(6) + "--\v--\f--OX "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got, err := ParseBoard(tt.text, White); err != nil || got != want {
				t.Errorf("got %v, %v, want %v", got, err, want)
			}
		})
	}
}

func TestParseBoardOfWrongSize(t *testing.T) {
	for _, size := range []int{0, 1, 63, 65, 128, 1000} {
		for _, cell := range []string{"X", "O", "-"} {
			p, err := ParseBoard(strings.Repeat(cell, size), White)
			var wrong *BoardSizeError
			if !errors.As(err, &wrong) || wrong.Size != size || p != (Position{}) {
				t.Errorf("%d %s: %v, %v", size, cell, p, err)
			}
		}
	}
	_, err := ParseBoard(" \n", Black)
	if got, want := err.Error(), "a board has 64 squares, not 0"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestParseBoardOfWrongCharacters(t *testing.T) {
	for _, tt := range []struct {
		name   string
		text   string
		char   rune
		number int
	}{
		{"first", "?" + rows(8), '?', 1},
		{"last", rows(7) + "-------?", '?', 64},
		{"beyond the last", rows(8) + "--?", '?', 67},
		{"white space is no square", " - \n-? " + rows(8), '?', 3},
		{"zero for O", "X0" + rows(8), '0', 2},
		{"not ASCII", "X●" + rows(8), '●', 2},
		{"invalid UTF-8", "XO\xff" + rows(8), unicode.ReplacementChar, 3},
		{"cut UTF-8", rows(7) + "-------\xe2\x97", unicode.ReplacementChar, 64},
		{"NUL", "\x00" + rows(8), 0, 1},
		{"in a board too short", "X!", '!', 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := ParseBoard(tt.text, Black)
			var wrong *BoardCharError
			if !errors.As(err, &wrong) || *wrong != (BoardCharError{tt.char, tt.number}) || p != (Position{}) {
				t.Errorf("%v, %#v", p, err)
			}
		})
	}
	_, err := ParseBoard("X?", Black)
	if got, want := err.Error(), "'?' at square 2 is neither a disc nor empty"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestParseBoardAcceptsNothingElse(t *testing.T) {
	var taken strings.Builder
	for r := range rune(utf8.RuneSelf) {
		if _, err := ParseBoard(string(r)+rows(8)[1:], Black); err == nil {
			taken.WriteRune(r)
		}
	}
	if got, want := taken.String(), "*-.BOWXbowx"; got != want {
		t.Errorf("squares are %q, want %q", got, want)
	}
}

func FuzzParseBoard(f *testing.F) {
	f.Add(Start().FormatBoard(), false)
	for _, text := range []string{"", " \n", rows(8) + "-", full(8), "X●", "\xff", "\xe2 \x97\x8f", strings.Repeat("o", 1000)} {
		f.Add(text, true)
	}
	f.Fuzz(func(t *testing.T, text string, whiteToMove bool) {
		toMove := Black
		if whiteToMove {
			toMove = White
		}
		p, err := ParseBoard(text, toMove)
		cells := slices.DeleteFunc([]rune(text), unicode.IsSpace) // an invalid byte is one rune, U+FFFD
		var size *BoardSizeError
		var char *BoardCharError
		switch {
		case err == nil:
			if len(cells) != 64 || p.Black&p.White != 0 || p.ToMove != toMove {
				t.Fatalf("%q is read as %v", text, p)
			}
			if again, err := ParseBoard(p.FormatBoard(), toMove); err != nil || again != p {
				t.Fatalf("%q is read as %v, then as %v", text, p, again)
			}
		case errors.As(err, &char):
			if char.Number < 1 || char.Number > len(cells) || cells[char.Number-1] != char.Char {
				t.Fatalf("%q: %v", text, err)
			}
		case errors.As(err, &size):
			if size.Size == 64 || size.Size != len(cells) {
				t.Fatalf("%q: %v", text, err)
			}
		default:
			t.Fatalf("%q: untyped error %v", text, err)
		}
	})
}

func TestTexts(t *testing.T) {
	type all struct {
		Square, None Square
		Set, Empty   Bitboard
		Start, Next  Position
	}
	next, err := Start().Play(19)
	noError(t, err)
	want := all{Square: 19, None: NoSquare, Set: SetOf(0, 63), Start: Start(), Next: next}
	text, err := json.Marshal(want)
	const written = `{"Square":"d3","None":"-","Set":"a1 h8","Empty":"",` +
		`"Start":"---------------------------OX------XO--------------------------- X",` +
		`"Next":"-------------------X-------XX------XO--------------------------- O"}`
	if string(text) != written || err != nil {
		t.Errorf("it is written as %s, %v", text, err)
	}
	var got all
	if err := json.Unmarshal(text, &got); err != nil || got != want {
		t.Errorf("%+v is read, %v, want %+v", got, err, want)
	}
	for _, wrong := range []string{`{"Square":"i9"}`, `{"Set":"a1 b"}`, `{"Start":"X"}`} {
		if err := json.Unmarshal([]byte(wrong), &got); err == nil {
			t.Errorf("%s can be read", wrong)
		}
	}
}
